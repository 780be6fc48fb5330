import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page, Response } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { aLoggedInPage } from '../../harness/browser/page.ts'
import { describeInBrowser } from '../../harness/browser/worker.ts'
import { aList } from '../../harness/core/records.ts'
import { aServer } from '../../harness/core/server.ts'

const stolen = '{"mailing_list": {"name": "Stolen"}}'

/** Forms that a page can send without asking, and what each puts into its body. */
function pageOf(target: string): string {
  const forms: Record<string, [action: string, input: string, enctype?: string]> = {
    plain: [target, `name='{"mailing_list": {"name": "Stolen"}, "x": "' value='"}'`, 'text/plain'],
    encoded: [target, `name="mailing_list[name]" value="Stolen"`],
    multipart: [target, `name="mailing_list[name]" value="Stolen"`, 'multipart/form-data'],
    overridden: [`${target}?_method=DELETE`, `name="_method" value="DELETE"`],
  }
  return Object.entries(forms)
    .map(
      ([id, [action, input, enctype = 'application/x-www-form-urlencoded']]) =>
        `<form id="${id}" method="post" action="${action}" enctype="${enctype}"><input ${input}></form>`,
    )
    .join('\n')
}

/** Each as text, which the page runs. @returns `answered` for what a script cannot read. */
const scripts = (target: string, listId: number) => {
  const call = (to: string, options: object) =>
    `fetch('${to}', ${JSON.stringify({ credentials: 'include', ...options })})
      .then(({ type, status }) => type === 'opaque' ? 'not readable' : 'answered ' + status, () => 'blocked')`
  const json = { 'content-type': 'application/json' }
  return {
    json: call(target, { method: 'POST', headers: json, body: stolen }),
    token: call(target, { method: 'POST', headers: { 'x-csrf-token': 'guessed' }, body: stolen }),
    change: call(`${target}/${listId}`, { method: 'PUT', headers: json, body: stolen }),
    deletion: call(`${target}/${listId}`, { method: 'DELETE' }),
    simple: call(target, { method: 'POST', mode: 'no-cors', body: stolen }),
    reading: call(target, {}),
  }
}

/** @returns a script that ends when the browser is done with the picture. */
const pictureFrom = (address: string) => `
  new Promise((resolve) => {
    const picture = new Image()
    picture.onload = () => resolve('shown')
    picture.onerror = () => resolve('refused')
    picture.src = '${address}'
  })`

/** Runs what leads the page to `target`. @returns the answer, after the page has opened it. */
async function leaveFor(target: string, page: Page, script: string): Promise<Response> {
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().isNavigationRequest()),
    page.waitForURL(({ href }) => href.startsWith(target)),
    page.evaluate(script),
  ])
  return answer
}

describeInBrowser('a page of somebody else', () => {
  test('cannot change anything with the session of a visitor', async () => {
    const server = await aServer()
    const { organizationId } = server.a
    const listId = await aList(server.sql, organizationId, { name: 'Newsletter' })
    const { page } = await aLoggedInPage(
      server,
      { role: 'organization_admin' },
      { expectedFaults: [/status of 4\d\d/, /CORS/, /other host/, /no answer/, /ERR_FAILED/] },
    )
    const state = async () => [
      await server.sql`select * from mailing_lists order by id`,
      await server.sql`select count(*) from audit_events`,
      await server.sql`select count(*) from user_sessions`,
    ]
    const before = await state()
    const target = `${server.url}/ga/api/v2/mailing_lists`
    // Another port is another origin of the same site: the cookie goes along, and only the token stands in the way.
    const foreign = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(pageOf(target))
    })
    await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void foreign.close())
    const origin = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`
    for (const form of ['plain', 'encoded', 'multipart', 'overridden']) {
      await page.goto(origin)
      const answer = await leaveFor(target, page, `document.getElementById('${form}').submit()`)
      const sent = await answer.request().allHeaders()
      expect(sent['cookie'] ?? '').toContain('=')
      expect([form, answer.status(), await answer.text()]).toEqual([
        form,
        403,
        expect.stringContaining('X-CSRF-Token'),
      ])
    }
    await page.goto(origin)
    const outcomes: Record<string, unknown> = {}
    for (const [name, script] of Object.entries(scripts(target, listId)))
      outcomes[name] = await page.evaluate(script)
    expect(outcomes).toEqual({
      json: 'blocked',
      token: 'blocked',
      change: 'blocked',
      deletion: 'blocked',
      simple: 'not readable',
      reading: 'blocked',
    })
    // Pictures and windows ask by GET, which changes nothing.
    for (const path of [`/${listId}/delete`, `/${listId}?_method=DELETE`, '?mailing_list[name]=Stolen']) {
      // Chromium keeps such an answer from the page and from the protocol: no response is reported.
      expect(await page.evaluate(pictureFrom(target + path))).toBe('refused')
      const answer = await leaveFor(target, page, `location.href = '${target + path}'`)
      const sent = await answer.request().allHeaders()
      expect(sent['cookie'] ?? '').toContain('=')
      await page.goto(origin)
    }
    expect(await state()).toEqual(before)
    await page.goto(`${server.url}/console/o/${organizationId}/lists`)
    await page.getByRole('link', { name: 'Newsletter' }).first().waitFor()
  })
})
