import type { z } from 'zod'
import type { Arguments, Callable, Client } from './api.ts'

/**
 * All records of a list, page by page: by token where the endpoint has tokens, so that records that come and go
 * meanwhile make it neither skip nor repeat one; by number elsewhere.
 * @throws ApiFailure
 */
export async function* records<
  Path extends string,
  Schema extends z.ZodType,
  Data extends z.ZodArray<z.ZodType>,
  Query extends z.ZodObject,
>(
  client: Client,
  endpoint: Callable<Path, Schema, Data, Query>,
  ...[input]: Arguments<Path, Schema, Query>
): AsyncGenerator<z.output<Data>[number], void, undefined> {
  // The types cannot distinguish one endpoint from all: its own query has the names of the pages.
  const call = client.call as unknown as (endpoint: unknown, input: unknown) => ReturnType<Client['call']>
  let position: { page: number } | { page_token: string } | undefined
  do {
    const query = { ...(input as { query?: object } | undefined)?.query, ...position }
    const { data, paging } = await call(endpoint, { ...input, query })
    yield* data as Awaited<z.output<Data>[number]>[]
    position = nextOf(paging)
  } while (position !== undefined)
}

function nextOf(
  paging: Awaited<ReturnType<Client['call']>>['paging'],
): { page: number } | { page_token: string } | undefined {
  if (paging === null) return undefined
  if (paging.next_page_token !== undefined) {
    return paging.next_page_token === null ? undefined : { page_token: paging.next_page_token }
  }
  const page = (paging.page ?? 0) + 1
  return page < paging.num_pages ? { page } : undefined
}
