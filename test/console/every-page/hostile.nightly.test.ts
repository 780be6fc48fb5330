import { test } from 'vitest'
import { aBrand } from '../../harness/browser/brand.ts'
import { hostileText, lookAtEveryPage } from './walk.ts'
import { narrowAndWide } from '../../harness/browser/looks.ts'
import { describeInBrowser } from '../../harness/browser/worker.ts'

describeInBrowser('every page of the console', () => {
  test('opens without a fault and is accessible, with texts that try to run', async () => {
    const brand = await aBrand({ people: 60, text: hostileText() })
    await lookAtEveryPage(brand, { language: 'en', looks: narrowAndWide })
  })
})
