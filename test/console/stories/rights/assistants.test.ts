import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { givePassword, password } from '../../../harness/browser/log-in.ts'
import { lookAt } from '../../../harness/browser/looks.ts'
import { aPage } from '../../../harness/browser/page.ts'
import { describeInBrowser } from '../../../harness/browser/worker.ts'
import { aServer } from '../../../harness/core/server.ts'
import { freePorts } from '../../../harness/core/whole-server.ts'
import { aUser } from '../../../harness/records/sessions.ts'

const verifier = 'v'.repeat(43)

describeInBrowser('a program that asks to act for a person', () => {
  test('is let in after the log-in, or refused, stands on the page of the person, and is ended there', async () => {
    const [port = 0] = await freePorts(1)
    const url = `http://127.0.0.1:${port}`
    const server = await aServer({ port, baseUrl: url })
    const { organizationId } = server.a
    const id = await aUser(server, organizationId, { email: 'ann@example.com', role: 'organization_admin' })
    await givePassword(server.sql, organizationId, id)
    // The program would listen there; here nothing does.
    const redirectUri = `${url}/callback`
    const registered = await fetch(`${url}/oauth/register`, {
      method: 'POST',
      body: JSON.stringify({ client_name: 'Helper', redirect_uris: [redirectUri] }),
    })
    const { client_id: clientId } = (await registered.json()) as { client_id: string }
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      state: 'of the program',
      resource: `${url}/mcp`,
    })
    const page = await aPage(server, { expectedFaults: [/status of 4(01|04|22)/] })
    await page.goto(`/console/connect?${query}`)
    await page.getByLabel('E-mail').fill('ann@example.com')
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByText('“Helper”').waitFor()
    await page.getByText('Nobody has verified it').waitFor()
    await lookAt(page, 'connect')
    await page.getByRole('button', { name: 'Refuse' }).click()
    await page.waitForURL(/callback\?error=access_denied&state=of\+the\+program/)

    await page.goto(`/console/connect?${query}`)
    await page.getByRole('radio', { name: 'Read, and plan and carry out changes' }).check()
    await page.getByRole('button', { name: 'Let it act' }).click()
    await page.waitForURL(/callback\?code=/)
    const code = new URL(page.url()).searchParams.get('code') ?? ''
    const issued = await fetch(`${url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        client_id: clientId,
        code_verifier: verifier,
      }),
    })
    expect(issued.status).toBe(200)

    await page.goto('/console/me')
    await page.getByText(`Helper (127.0.0.1:${port})`).waitFor()
    await lookAt(page, 'assistants')
    await page.getByRole('button', { name: 'End Helper' }).click()
    await page.getByText(`Helper (127.0.0.1:${port})`).waitFor({ state: 'detached' })
    expect(await server.sql`select 1 from assistant_tokens`).toHaveLength(0)

    query.set('redirect_uri', 'https://evil.example/')
    await page.goto(`/console/connect?${query}`)
    await page.getByText('not one that the program has registered').waitFor()
    expect(await page.getByRole('button', { name: 'Let it act' }).count()).toBe(0)
  })
})
