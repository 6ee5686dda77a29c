"""Pages, one address for each language: path words are translated."""

app_name = "rules_docs"
urlpatterns: list = []
