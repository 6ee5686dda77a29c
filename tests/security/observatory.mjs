// Grades addresses of the site with Mozilla's HTTP Observatory: node observatory.mjs SITE KEY CERTIFICATE HOST PATH…
// Runs where the package is installed; one port speaks HTTP and HTTPS as a proxy in front of the site would.
import dns from 'node:dns'
import fs from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const [site, key, cert, host, ...paths] = process.argv.slice(2)
const root = path.dirname(createRequire(path.resolve('x.js')).resolve('@mdn/mdn-http-observatory/package.json'))
// The list of names that browsers know to be HTTPS only is fetched from elsewhere; the site's is on no such list here.
const preloaded = path.join(root, 'conf', 'hsts-preload.json')
if (!fs.existsSync(preloaded)) fs.writeFileSync(preloaded, '{}')
const load = name => import(pathToFileURL(path.join(root, 'src', name)))
const { retrieve } = await load('retriever/retriever.js')
const { ALL_TESTS } = await load('constants.js')
const { getGradeForScore, getScoreModifier } = await load('grader/grader.js')
const { MINIMUM_SCORE_FOR_EXTRA_CREDIT } = await load('grader/charts.js')

const lookup = dns.lookup
dns.lookup = (name, ...rest) => lookup(name === host ? '127.0.0.1' : name, ...rest)

const forward = scheme => (request, response) => {
  const headers = { ...request.headers, 'x-forwarded-proto': scheme, 'x-forwarded-for': '203.0.113.7' }
  const { hostname, port } = new URL(site)
  const asked = http.request({ hostname, port, path: request.url, method: request.method, headers }, answer => {
    response.writeHead(answer.statusCode, answer.rawHeaders)
    answer.pipe(response)
  })
  request.pipe(asked)
}
const plain = http.createServer(forward('http'))
const tls = https.createServer({ key: fs.readFileSync(key), cert: fs.readFileSync(cert) }, forward('https'))
const HANDSHAKE = 0x16
const door = net.createServer(socket => {
  socket.on('error', () => {})
  socket.once('readable', () => {
    const first = socket.read(1)
    if (!first) return
    socket.unshift(first)
    ;(first[0] === HANDSHAKE ? tls : plain).emit('connection', socket)
  })
})
await new Promise(resolve => door.listen(0, '127.0.0.1', resolve))
const port = String(door.address().port)

// As its own scan() does, but also for the pages of errors, which that refuses to grade.
async function grade (path) {
  const found = await retrieve(host, { httpPort: port, httpsPort: port, path })
  const tests = ALL_TESTS.map(test => test(found))
  const points = Object.fromEntries(tests.map(test => [test.constructor.name, getScoreModifier(test.result)]))
  const all = Object.values(points)
  const lost = 100 + all.filter(points => points < 0).reduce((sum, points) => sum + points, 0)
  const whole = lost >= MINIMUM_SCORE_FOR_EXTRA_CREDIT ? 100 + all.reduce((sum, points) => sum + points, 0) : lost
  const results = Object.fromEntries(tests.map(test => [test.constructor.name, test.result]))
  const failed = tests.filter(test => !test.pass).map(test => test.constructor.name)
  return { path, status: found.responses.auto?.status, ...getGradeForScore(whole), failed, points, results }
}
for (const path of paths) console.log(JSON.stringify(await grade(path)))
process.exit(0)
