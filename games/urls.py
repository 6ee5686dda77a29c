"""Pages, one address for each language: path words are translated."""

app_name = "games"
urlpatterns: list = []
