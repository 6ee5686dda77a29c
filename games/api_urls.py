"""The API below /api/v1/."""

urlpatterns: list = []
