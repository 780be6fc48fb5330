import { test } from 'vitest'
import { aPage } from '../../harness/browser/page.ts'
import { describeInBrowser } from '../../harness/browser/worker.ts'
import { aServer } from '../../harness/core/server.ts'

describeInBrowser('/docs', () => {
  test('shows the reference, under a policy that refuses what Redoc brings from elsewhere', async () => {
    const server = await aServer()
    const page = await aPage(server, { expectedFaults: [/cdn\.redoc\.ly/, /inline style .*redoc/] })
    await page.goto('/docs')
    await page
      .locator('h2', { hasText: 'Schedule an import into a mailing list' })
      .waitFor({ timeout: 50_000 })
  })
})
