import { test } from 'vitest'
import { aBrand } from '../../harness/browser/brand.ts'
import { lookAtEveryPage } from './walk.ts'
import { wideAndNarrow } from '../../harness/browser/looks.ts'
import { describeInBrowser } from '../../harness/browser/worker.ts'

describeInBrowser('every page of the console in Arabic', () => {
  test('is accessible and not wider than the window, from the right to the left', async () => {
    await lookAtEveryPage(await aBrand({ people: 60 }), { language: 'ar', looks: wideAndNarrow })
  })
})
