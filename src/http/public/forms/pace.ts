import { clientOf, networkOf } from '../../../outbound/network.ts'
import { createBuckets } from '../../route/buckets.ts'

export type SubmissionPace = { admits: (address: string) => boolean }

/** Multiple of the limit per client. An office or a school has many people behind one network. */
const perNetwork = 10

/** Limits submissions by client and by network, in memory. @param perMinute of one client; 0: no limit. */
export function createSubmissionPace(perMinute: number, now?: () => number): SubmissionPace {
  if (perMinute === 0) return { admits: () => true }
  const clients = createBuckets(perMinute, now)
  const networks = createBuckets(perMinute * perNetwork, now)
  return {
    admits: (address) =>
      clients.take(clientOf(address)).waitSeconds === 0 &&
      networks.take(networkOf(address)).waitSeconds === 0,
  }
}
