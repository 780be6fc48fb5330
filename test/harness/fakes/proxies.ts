import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { until } from '../core/until.ts'
import { selfSignedCertificate } from './certificate.ts'

export type Proxy = { port: number; plainPort: number; cert: string; log: () => Promise<string> }

export const proxies = {
  nginx: { isInstalled: spawnSync('nginx', ['-v']).status === 0, start: startNginx },
  caddy: { isInstalled: spawnSync('caddy', ['version']).status === 0, start: startCaddy },
}

const shipped = (path: string) => readFile(new URL(`../../../deploy/${path}`, import.meta.url), 'utf8')

type Place = { directory: string; port: number; plainPort: number; cert: string }

/** The file of the product with other addresses, nothing else. @throws Error if one of them is not in it. */
function moved(text: string, changes: [from: string, to: string][]): string {
  return changes.reduce((done, [from, to]) => {
    if (!done.includes(from)) throw new Error(`There is no ${from}.`)
    return done.replaceAll(from, to)
  }, text)
}

async function startNginx(backendPort: number): Promise<Proxy> {
  const place = await aPlace()
  const { directory, port, plainPort } = place
  const site = moved(await shipped('nginx/quiver.conf'), [
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['/etc/letsencrypt/live/quiver.example.com', directory],
    ['/var/log/nginx/quiver.log', join(directory, 'log')],
    ['quiver.example.com', 'localhost'],
    ['127.0.0.1:8080', `127.0.0.1:${backendPort}`],
  ])
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${directory}/${name};`) // oxfmt-ignore
  const whole = `daemon off; user root; pid ${directory}/pid; error_log stderr; events {} http { ${paths.join(' ')}\n${site} }`
  await writeFile(join(directory, 'nginx.conf'), whole)
  await running('nginx', ['-p', directory, '-c', join(directory, 'nginx.conf')], place)
  return proxyAt(place)
}

async function startCaddy(backendPort: number): Promise<Proxy> {
  return startCaddyWith('caddy/Caddyfile', [['127.0.0.1:8080', `127.0.0.1:${backendPort}`]])
}

/** With the file for two servers. */
export function startCaddyBeforeTwo([first, second]: readonly [number, number]): Promise<Proxy> {
  return startCaddyWith('caddy/two-servers.Caddyfile', [
    ['10.0.0.11:8080', `127.0.0.1:${first}`],
    ['10.0.0.12:8080', `127.0.0.1:${second}`],
  ])
}

async function startCaddyWith(file: string, backends: [from: string, to: string][]): Promise<Proxy> {
  const place = await aPlace()
  const { directory, port } = place
  const site = moved(await shipped(file), [
    [
      'quiver.example.com {',
      `https://localhost:${port} {\n\ttls ${directory}/fullchain.pem ${directory}/privkey.pem`,
    ],
    ['/var/log/caddy/quiver.log', join(directory, 'log')],
    ...backends,
  ])
  const path = join(directory, 'Caddyfile')
  await writeFile(path, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`)
  await running('caddy', ['run', '--config', path, '--adapter', 'caddyfile'], place)
  return proxyAt(place)
}

async function aPlace(): Promise<Place> {
  const directory = await mkdtemp(join(tmpdir(), 'quiver-proxy-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const { key, cert } = selfSignedCertificate('localhost')
  await writeFile(join(directory, 'fullchain.pem'), cert)
  await writeFile(join(directory, 'privkey.pem'), key)
  const [port = 0, plainPort = 0] = await twoFreePorts()
  return { directory, port, plainPort, cert }
}

async function twoFreePorts(): Promise<number[]> {
  const servers = [createServer(), createServer()]
  for (const server of servers) await once(server.listen(0, '127.0.0.1'), 'listening')
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  for (const server of servers) await once(server.close(), 'close')
  return ports
}

async function running(command: string, args: string[], { directory, port }: Place): Promise<void> {
  const env = { PATH: process.env.PATH ?? '', HOME: directory, XDG_DATA_HOME: directory }
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  await until(async () => child.exitCode !== null || (await accepts(port)))
  if (child.exitCode !== null) throw new Error(`${command} ended: ${said}`)
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('connect', () => socket.destroy()).on('error', () => resolve(false))
  })
}

function proxyAt({ directory, port, plainPort, cert }: Place): Proxy {
  return { port, plainPort, cert, log: () => readFile(join(directory, 'log'), 'utf8').catch(() => '') }
}
