import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { aLoggedInPage } from '../../harness/browser/page.ts'
import { describeInBrowser } from '../../harness/browser/worker.ts'
import { aServer } from '../../harness/core/server.ts'

describeInBrowser('a page of somebody else', () => {
  test('cannot change anything with the session of a visitor', async () => {
    const server = await aServer()
    const { page } = await aLoggedInPage(
      server,
      { role: 'organization_admin' },
      { expectedFaults: [/status of 403/, /CORS/, /other host/, /no answer/, /ERR_FAILED/] },
    )
    const target = `${server.url}/ga/api/v2/mailing_lists`
    // Another port is another origin of the same site: the cookie goes along, and only the token stands in the way.
    const foreign = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(`
        <form id="plain" method="post" action="${target}" enctype="text/plain">
          <input name='{"mailing_list": {"name": "Stolen"}, "x": "' value='"}'></form>
        <form id="encoded" method="post" action="${target}"><input name="mailing_list[name]" value="Stolen"></form>`)
    })
    await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void foreign.close())
    const origin = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`
    for (const form of ['plain', 'encoded']) {
      await page.goto(origin)
      const posted = page.waitForResponse((response) => response.request().method() === 'POST')
      await page.evaluate(`document.getElementById('${form}').submit()`)
      const answer = await posted
      const sent = await answer.request().allHeaders()
      expect(sent['cookie'] ?? '').toContain('=')
      expect([form, answer.status(), await answer.text()]).toEqual([
        form,
        403,
        expect.stringContaining('X-CSRF-Token'),
      ])
    }
    await page.goto(origin)
    const outcome = await page.evaluate(`
      fetch('${target}', {
        method: 'POST', credentials: 'include', headers: { 'content-type': 'application/json' },
        body: '{"mailing_list": {"name": "Stolen"}}',
      }).then((answer) => 'answered ' + answer.status, () => 'blocked')`)
    expect(outcome).toBe('blocked')
    expect(await server.sql`select name from mailing_lists where name = 'Stolen'`).toEqual([])
  })
})
