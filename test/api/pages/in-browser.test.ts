import { expect, test } from 'vitest'
import { axe } from '../../harness/browser/axe.ts'
import { aPage } from '../../harness/browser/page.ts'
import { describeInBrowser } from '../../harness/browser/worker.ts'
import { aServer } from '../../harness/core/server.ts'

const looks = [
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
  { width: 380, colorScheme: 'light' },
  { width: 380, colorScheme: 'dark' },
] as const

describeInBrowser('/', () => {
  test('is free of faults and accessible, wide and narrow, light and dark', async () => {
    const server = await aServer()
    for (const look of looks) {
      const page = await aPage(server, look)
      await page.goto('/')
      await axe(page)
    }
    expect(server.faults).toEqual([])
  })
})
