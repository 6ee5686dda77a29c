// Swagger UI explains the schema and tries calls, as a guest would: without the cookies of whoever is signed
// in.
const place = document.getElementById("api-docs");

// Its own layout brings a second heading and a second main part of the page; here it only lists what can be
// asked.
const list = ({ React }) => ({
  components: {
    List: ({ getComponent }) =>
      React.createElement(
        "div",
        { className: "swagger-ui" },
        ...["SvgAssets", "AuthorizeBtnContainer", "operations"].map((name) =>
          React.createElement(getComponent(name, true), { key: name }),
        ),
      ),
  },
});

// Below the one heading of the page its parts are the second level.
function level() {
  for (const heading of place.querySelectorAll("h3.opblock-tag")) heading.ariaLevel = 2;
}

window.SwaggerUIBundle({
  url: place.dataset.schema,
  domNode: place,
  layout: "List",
  plugins: [list],
  onComplete: () => requestAnimationFrame(level),
  requestInterceptor: (request) => Object.assign(request, { credentials: "omit" }),
});
