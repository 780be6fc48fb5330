import { describe, expect, test } from 'vitest'
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

  test('leads only to what is there', async () => {
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
    expect(parts.map(([, url]) => url)).toContain('/docs/swagger-ui-bundle.js')
    for (const [, url = '', extension = ''] of parts) {
      const part = await app.inject(url)
      expect([part.statusCode, part.headers['content-type']], url).toEqual([200, types[extension]])
      expect(part.body.length, url).toBeGreaterThan(100)
    }
  })

  test('shows the document that stands at /openapi.json', async () => {
    const { app } = await aServer()
    expect((await app.inject('/docs/init.js')).body).toContain("url: '/openapi.json'")
    const document = await app.inject('/openapi.json')
    expect(document.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(document.json().openapi).toMatch(/^3\.1\./)
  })
})

describe('every page', () => {
  test('may load and run nothing from elsewhere and nothing inline', async () => {
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

  test('takes HEAD', async () => {
    const { app } = await aServer()
    for (const url of ['/', '/docs', '/docs/swagger-ui.css', '/openapi.json']) {
      const answer = await app.inject({ method: 'HEAD', url, headers: browser })
      expect([answer.statusCode, answer.body], url).toEqual([200, ''])
    }
  })
})
