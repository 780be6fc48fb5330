import { readFile } from 'node:fs/promises'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { connect } from '../../../src/database/driver/connection.ts'
import { publicAssets } from '../../../src/http/public/assets.ts'
import { publicRoutes } from '../../../src/http/public/routes.ts'
import { openSecrets } from '../../../src/secrets/ring.ts'

/** The first parts of the addresses that readers open, such as `/u/`. No connection is opened. */
async function pathsOfReaders(): Promise<Set<string>> {
  const app = fastify()
  const paths = new Set<string>()
  app.addHook('onRoute', ({ url }) => void paths.add(`/${url.split('/')[1]}/`))
  const database = connect('postgres://nobody@localhost/none', { max: 1, applicationName: 'test' })
  publicAssets(app, database)
  publicRoutes(app, { database, secrets: openSecrets('0'.repeat(64)), baseUrl: 'https://quiver.example.com' })
  await app.ready()
  await app.close()
  await database.end()
  return paths
}

const read = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8')

test('the documents name every path that readers need, and no other', async () => {
  const paths = [...(await pathsOfReaders())].toSorted()
  for (const name of ['docs/operating.md', 'docs/proxy.md', 'docs/errors.md']) {
    const paragraph = (await read(name)).split('\n\n').find((text) => text.includes('`/o/`')) ?? ''
    const named = [...paragraph.matchAll(/`(\/[a-z]\/)`/g)].map(([, path = '']) => path)
    expect([name, named.toSorted()]).toEqual([name, paths])
  }
})

test('the proxies write no token of a reader to their logs', async () => {
  const letters = [...(await pathsOfReaders())].map((path) => path.charAt(1)).toSorted()
  const ofCaddy = ['deploy/caddy/Caddyfile', 'deploy/caddy/two-servers.Caddyfile']
  for (const name of ['deploy/nginx/quiver.conf', ...ofCaddy]) {
    const [, logged = ''] = /\[([a-z]+)\]\|exports\)/.exec(await read(name)) ?? []
    expect([name, logged.split('')]).toEqual([name, letters])
  }
})
