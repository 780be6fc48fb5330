import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { semaphore } from '../../database/driver/semaphore.ts'

/** Per organization. Waiting calls hold no connection; those beyond `waitingMax` are refused. */
const share = { max: 2, waitingMax: 20, waitMs: 5_000 }

export type CostlyCalls = <Result>(organizationId: number, work: () => Promise<Result>) => Promise<Result>

/** The error of a used-up share becomes an answer in src/http/server/create.ts. */
export function limitCostlyCalls(): CostlyCalls {
  const places = semaphore(Infinity, share)
  return async (organizationId, work) => {
    await places.take(organizationId)
    try {
      return await work()
    } finally {
      places.give(organizationId)
    }
  }
}

export function isCostly({ costly }: Pick<Endpoint, 'costly'>, { query }: FastifyRequest): boolean {
  return costly === true || (costly !== undefined && Object.hasOwn(query as object, costly.withQuery))
}
