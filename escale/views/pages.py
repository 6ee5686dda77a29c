"""Pages of the house itself."""

from django.shortcuts import render


def home(request):
    return render(request, "escale/home.html")
