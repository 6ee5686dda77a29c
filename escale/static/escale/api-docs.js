// Swagger UI explains the schema and tries calls, as a guest would: without the cookies of whoever is signed in.
const place = document.getElementById('api-docs')
window.SwaggerUIBundle({
  url: place.dataset.schema,
  domNode: place,
  requestInterceptor: request => Object.assign(request, { credentials: 'omit' })
})
