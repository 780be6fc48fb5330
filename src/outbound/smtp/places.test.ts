import { expect, test } from 'vitest'
import { createConnectionPlaces, placesOfClient, placesOfOthers } from './places.ts'

/** Takes as many places as there are, up to `most`. @returns how many. */
function takeAll({ take }: ReturnType<typeof createConnectionPlaces>, address: string, most = 1000): number {
  let taken = 0
  while (taken < most && take(address)) taken += 1
  return taken
}

test('a relay has its twenty connections, and gets them again when they are closed', () => {
  const places = createConnectionPlaces([])
  expect(takeAll(places, '192.0.2.1')).toBe(placesOfClient)
  expect(placesOfClient).toBeGreaterThanOrEqual(20)
  for (let count = 0; count < placesOfClient; count += 1) places.free('192.0.2.1')
  expect(takeAll(places, '192.0.2.1')).toBe(placesOfClient)
})

test('five strangers, or five hundred of a few networks, cannot keep others out', () => {
  const places = createConnectionPlaces([])
  for (let client = 0; client < 5; client += 1) takeAll(places, `198.51.100.${client}`)
  for (let client = 0; client < 500; client += 1) takeAll(places, `203.0.113.${client % 256}`)
  for (let client = 0; client < 500; client += 1) takeAll(places, `2001:db8:0:${client.toString(16)}::1`)
  expect(takeAll(places, '192.0.2.1', 2)).toBe(2)
  expect(takeAll(places, '2001:db8:9::1', 2)).toBe(2)
})

test('the addresses of one /64 are one client', () => {
  const places = createConnectionPlaces([])
  const addresses = Array.from({ length: 100 }, (_, index) => `2001:db8::${index.toString(16)}`)
  expect(addresses.filter((address) => places.take(address))).toHaveLength(placesOfClient)
})

test('this machine and the relays of the setting have places of their own', () => {
  const places = createConnectionPlaces(['10.0.0.0/8', '192.0.2.7'])
  for (let network = 0; network < 1000; network += 1)
    takeAll(places, `100.${network >> 8}.${network % 256}.1`, 2)
  expect(places.take('192.0.2.1'), `${placesOfOthers} are taken`).toBe(false)
  for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '::1', '10.9.8.7', '192.0.2.7']) {
    expect(takeAll(places, address, 50)).toBe(50)
  }
})
