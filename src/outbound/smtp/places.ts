import { isLoopbackAddress } from '../loopback.ts'
import { clientOf, isWithin, networkOf, unmapped } from '../network.ts'

export const placesOfRelays = 300
export const placesOfOthers = 200
/** Postfix opens 20 connections to one destination. */
export const placesOfClient = 20
/** From this many on, a network gets at most two places. */
const placesForAll = 100
const keptPlacesOfNetwork = 2

export type ConnectionPlaces = {
  take: (address: string) => boolean
  free: (address: string) => void
}

/** Half of the places are kept for networks that have none, so that a few clients cannot take all. */
export function createConnectionPlaces(relays: readonly string[]): ConnectionPlaces {
  const counts = new Map<string, number>()
  const countOf = (key: string) => counts.get(key) ?? 0
  const isRelay = (address: string) =>
    isLoopbackAddress(unmapped(address) ?? address) || isWithin(address, relays)
  const keysOf = (address: string) =>
    isRelay(address) ? ['relays'] : ['others', `client ${clientOf(address)}`, `network ${networkOf(address)}`]
  const hasPlace = (address: string) => {
    if (isRelay(address)) return countOf('relays') < placesOfRelays
    const [others = '', client = '', network = ''] = keysOf(address)
    if (countOf(others) >= placesOfOthers || countOf(client) >= placesOfClient) return false
    return countOf(others) < placesForAll || countOf(network) < keptPlacesOfNetwork
  }
  return {
    take: (address) => {
      if (!hasPlace(address)) return false
      for (const key of keysOf(address)) counts.set(key, countOf(key) + 1)
      return true
    },
    free: (address) => {
      for (const key of keysOf(address)) {
        if (countOf(key) > 1) counts.set(key, countOf(key) - 1)
        else counts.delete(key)
      }
    },
  }
}
