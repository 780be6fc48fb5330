import { expect, test } from 'vitest'
import { pages } from '../../../console/app/pages.ts'
import { areInAddress, namesInAddresses, recordsOf } from '../../../console/app/reach/records.ts'
import { endpoints } from '../../../src/contract/api/endpoints.ts'
import { showCampaign } from '../../../src/contract/campaigns/endpoints.ts'
import { showMailingList } from '../../../src/contract/lists/endpoints.ts'
import { showSegment } from '../../../src/contract/segments/endpoints.ts'
import { showSubscribers } from '../../../src/contract/subscribers/endpoints.ts'

test('a missing record takes only its own page away, even if another has its number', () => {
  const campaign = recordsOf(showCampaign.path, { id: 7 })
  const list = recordsOf(showMailingList.path, { id: 7 })
  const segment = recordsOf(showSegment.path, { id: 7 })
  const person = recordsOf(showSubscribers.path, { mailing_list_id: 7, ids: '7' })
  expect(areInAddress(campaign, { campaign: '7' })).toBe(true)
  expect(areInAddress(list, { campaign: '7' })).toBe(false)
  expect(areInAddress(segment, { campaign: '7' })).toBe(false)
  expect(areInAddress(list, { segment: '7' })).toBe(false)
  expect(areInAddress(person, { list: '7', person: '7' })).toBe(true)
  expect(areInAddress(person, { list: '7' })).toBe(false)
  expect(areInAddress(list, { list: '7', person: '7' })).toBe(true)
  expect(areInAddress({}, { list: '7' })).toBe(false)
})

test('each id in the address of a page is that of a record that calls name', () => {
  const collections = new Set(
    endpoints.flatMap(({ path }) => [...path.matchAll(/(\w+)\/:/g)].map(([, of = '']) => of)),
  )
  expect(Object.keys(namesInAddresses).filter((of) => !collections.has(of))).toEqual([])
  const inAddresses = pages.flatMap(({ path }) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name))
  const known = Object.values(namesInAddresses)
  expect(new Set(inAddresses)).toEqual(new Set(known))
  expect(new Set(known).size).toBe(known.length)
})
