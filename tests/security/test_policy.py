"""The content policy is kept in every browser test; here is shown that a broken one would be seen."""

import pytest

from tests.conftest import csp_reports, watched

PAGE = "<!doctype html><html lang='en'><title>x</title><style>p {}</style><script>1</script></html>"
POLICY = {"Content-Type": "text/html", "Content-Security-Policy": "default-src 'none'"}


@pytest.mark.browser
def test_a_broken_policy_is_seen(context, site):
    page = context.new_page()
    trouble = watched(page, site.url)
    page.route("**/broken/", lambda route: route.fulfill(body=PAGE, headers=POLICY))
    page.goto("/broken/")
    wanted = {f"policy: {kind}-src-elem inline on /broken/" for kind in ("style", "script")}
    for _ in range(600):  # told by an event of the page, and across two processes
        if wanted <= set(trouble):
            break
        page.wait_for_timeout(50)
    assert wanted <= set(trouble)


@pytest.mark.browser
def test_a_page_that_keeps_it_is_no_trouble(context, site):
    page = context.new_page()
    trouble = watched(page, site.url)
    page.goto("/api/v1/docs/")
    page.locator(".opblock").first.wait_for()
    assert trouble == []


def test_reports_are_found_in_the_servers_log(tmp_path):
    log = tmp_path / "server.log"
    log.write_text(
        '{"logger": "escale.csp", "message": "refused by img-src"}\n{"logger": "escale"}\n', encoding="utf-8"
    )
    assert len(csp_reports(log)) == 1
