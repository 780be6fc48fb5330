import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { OpenApiDocument } from '../../../src/http/openapi/model.ts'
import { aServer } from '../../harness/core/server.ts'

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

describe('/', () => {
  test('is a page for browsers and an envelope for programs', async () => {
    const { app } = await aServer()
    const page = await app.inject({ url: '/', headers: browser })
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.body).toContain('<html lang="en">')
    for (const accept of ['application/json', '*/*', 'application/json, text/html', undefined]) {
      const answer = await app.inject({ url: '/', headers: accept === undefined ? {} : { accept } })
      expect(answer.json().data, accept).toMatchObject({ name: 'Quiver', api: '/ga/api/v2' })
      expect(answer.headers['vary']).toBe('accept')
    }
  })

  test('has no broken links', async () => {
    const { app } = await aServer()
    const page = await app.inject({ url: '/', headers: browser })
    const links = [...page.body.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link]) => link ?? '')
    const json = Object.values((await app.inject('/')).json().data).map(String)
    const signposts = json.filter((text) => text.startsWith('/') && text !== '/ga/api/v2')
    expect(links.length + signposts.length).toBeGreaterThan(8)
    for (const url of [...links, ...signposts]) expect((await app.inject(url)).statusCode, url).toBe(200)
  })
})

describe('/docs', () => {
  test('loads its parts from this server, each with its type', async () => {
    const { app } = await aServer()
    const page = await app.inject({ url: '/docs', headers: browser })
    const parts = [...page.body.matchAll(/(?:href|src)="(\/[^"]+\.(\w+))"/g)]
    const types: Record<string, string> = {
      css: 'text/css; charset=utf-8',
      js: 'text/javascript; charset=utf-8',
      svg: 'image/svg+xml',
      json: 'application/json; charset=utf-8',
    }
    expect(parts.map(([, url]) => url)).toContain('/docs/redoc.standalone.js')
    for (const [, url = '', extension = ''] of parts) {
      const part = await app.inject(url)
      expect([part.statusCode, part.headers['content-type']], url).toEqual([200, types[extension]])
      expect(part.body.length, url).toBeGreaterThan(100)
    }
  })

  test('shows the document at /openapi.json', async () => {
    const { app } = await aServer()
    expect((await app.inject('/docs/init.js')).body).toContain("fetch('/openapi.json')")
    const document = await app.inject('/openapi.json')
    expect(document.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(document.json().openapi).toMatch(/^3\.1\./)
  })
})

describe('resources that stay the same while the server runs', () => {
  const urls = ['/', '/start.css', '/docs', '/docs/redoc.standalone.js', '/openapi.json', '/console/set-up']

  test('are compressed for clients that accept gzip, and plain for others', async () => {
    const { app } = await aServer()
    for (const url of urls) {
      const plain = await app.inject({ url, headers: browser })
      expect(plain.headers['content-encoding'], url).toBe(undefined)
      for (const accepted of ['gzip', 'br, gzip;q=0.5', 'deflate,gzip']) {
        const packed = await app.inject({ url, headers: { ...browser, 'accept-encoding': accepted } })
        expect(packed.headers['content-encoding'], url).toBe('gzip')
        expect(Number(packed.headers['content-length'])).toBe(packed.rawPayload.length)
        expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload), url).toBe(true)
      }
      for (const accepted of ['gzip;q=0', 'br, gzip; q=0.0, deflate', 'identity', 'xgzip']) {
        const answer = await app.inject({ url, headers: { ...browser, 'accept-encoding': accepted } })
        expect(answer.headers['content-encoding'], `${url} ${accepted}`).toBe(undefined)
      }
    }
  })

  test('are not sent again to clients that have them cached', async () => {
    const { app } = await aServer()
    for (const url of urls) {
      const first = await app.inject({ url, headers: browser })
      const tag = String(first.headers['etag'])
      expect(first.headers['cache-control'], url).toBe('no-cache')
      const chosenBy = { '/': 'accept, ', '/console/set-up': 'accept-language, cookie, ' }[url] ?? ''
      expect(first.headers['vary'], url).toBe(`${chosenBy}accept-encoding`)
      for (const known of [tag, tag.replace('W/', ''), `"other", ${tag}`, '*']) {
        const again = await app.inject({ url, headers: { ...browser, 'if-none-match': known } })
        expect([again.statusCode, again.body, again.headers['etag']], url).toEqual([304, '', tag])
        expect(again.headers['vary'], url).toBe(first.headers['vary'])
      }
      const other = await app.inject({ url, headers: { ...browser, 'if-none-match': 'W/"other"' } })
      expect(other.statusCode, url).toBe(200)
    }
    const tags = await Promise.all(
      urls.map(async (url) => (await app.inject({ url, headers: browser })).headers['etag']),
    )
    expect(new Set(tags).size).toBe(urls.length)
  })
})

describe('the samples of the reference', () => {
  test('show every call in curl, JavaScript and Python', async () => {
    const { app } = await aServer()
    const document: OpenApiDocument = (await app.inject('/openapi.json')).json()
    for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
      const samples = operation['x-codeSamples'] as { label: string; source: string }[]
      expect(samples.map(({ label }) => label)).toEqual(['curl', 'JavaScript', 'Python'])
      for (const { source } of samples) {
        expect(source).toContain('https://quiver.example.com/')
        expect(source, operation.operationId).not.toMatch(/undefined|\{\w+_id\}|\[object/)
      }
    }
  })

  test('work: the JavaScript sample creates its list', async () => {
    const { app, url, a } = await aServer()
    const document: OpenApiDocument = (await app.inject('/openapi.json')).json()
    const samples = document.paths['/ga/api/v2/mailing_lists']?.['post']?.['x-codeSamples']
    const [, javaScript] = samples as { source: string }[]
    const source = javaScript?.source.replace('https://quiver.example.com', url) ?? ''
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', source], {
      env: { QUIVER_API_KEY: a.credential },
    })
    expect(stdout).toContain("name: 'Newsletter'")
  })
})

describe('every page', () => {
  test('may not load or run anything external or inline', async () => {
    const { app } = await aServer()
    for (const url of ['/', '/docs']) {
      const page = await app.inject({ url, headers: browser })
      const policy = String(page.headers['content-security-policy'])
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toMatch(/unsafe|\*|https?:/)
      expect(page.body).not.toMatch(/https?:\/\/(?!127\.0\.0\.1)|<style|\sstyle=|\son\w+=|<script>/)
      expect(page.body).not.toMatch(/<script(?![^>]*\ssrc="\/)/)
    }
  })

  test('answers HEAD', async () => {
    const { app } = await aServer()
    for (const url of ['/', '/docs', '/docs/docs.css', '/openapi.json']) {
      const answer = await app.inject({ method: 'HEAD', url, headers: browser })
      expect([answer.statusCode, answer.body], url).toEqual([200, ''])
    }
  })
})
