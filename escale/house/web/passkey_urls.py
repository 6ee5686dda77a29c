"""The ceremonies of passkeys, below /staff/passkeys/."""

from django.urls import path

from escale.house.web import passkeys

app_name = "passkeys"
urlpatterns = [
    path("registration/begin/", passkeys.BeginRegistration.as_view(), name="register-begin"),
    path("registration/complete/", passkeys.CompleteRegistration.as_view(), name="register-complete"),
    path("authentication/begin/", passkeys.BeginAuthentication.as_view(), name="authenticate-begin"),
    path("authentication/complete/", passkeys.CompleteAuthentication.as_view(), name="authenticate-complete"),
]
