import { expect, test } from 'vitest'
import { zoneOf } from './zones.ts'

test('the zone of a person is the one of their field, else the one of their organization', () => {
  // Twice: the second answer comes from what was read before.
  for (const _ of [1, 2]) {
    expect(zoneOf('Europe/Berlin', 'Asia/Tokyo')).toBe('Europe/Berlin')
    expect(zoneOf('Central Time (US & Canada)', 'Asia/Tokyo')).toBe('America/Chicago')
    for (const unknown of ['', 'nowhere', undefined, null, 7])
      expect(zoneOf(unknown, 'Asia/Tokyo')).toBe('Asia/Tokyo')
    expect(zoneOf('nowhere', 'Pacific/Auckland')).toBe('Pacific/Auckland')
  }
})
