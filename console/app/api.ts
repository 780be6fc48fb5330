import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
  type QueryKey,
  type UseMutationOptions,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query'
import type { z } from 'zod'
import type { Arguments, Client, Paging } from '../../src/client/api.ts'
import type { Endpoint } from '../../src/contract/api/endpoint.ts'
import type { Guard } from './reach/guard.ts'
import { fetchAgain, withHeard } from './reach/heard.ts'
import { isNotFound, useMissingRecord } from './reach/missing.ts'
import { recordsOf } from './reach/records.ts'
import { useOrganizationId, useSession } from './session.tsx'

/** What `useCall` and the others take besides the endpoint: its `params`, `query` and `body`. */
type Input<Path extends string, Body extends z.ZodType, Query extends z.ZodObject> = NonNullable<
  Arguments<Path, Body, Query>[0]
>

export type Answer<Data> = { data: Data; paging: Paging | null }

type QueryOptions = {
  /** false: do not call yet. */
  enabled?: boolean
  /** Calls again after this many milliseconds while the page is visible. */
  everyMs?: number | false
  /** Shows the former answer, greyed by the page, until the next one is there. */
  keep?: boolean
}

/**
 * The answer of a GET, cached by organization, tag and input.
 * @example const lists = useCall(listMailingLists, { query: { page } })
 */
export function useCall<
  Path extends string,
  Body extends z.ZodType,
  Data extends z.ZodType,
  Query extends z.ZodObject,
>(
  endpoint: Endpoint<Path, Body, Data, Query>,
  input: Input<Path, Body, Query>,
  { enabled = true, everyMs = false, keep = false }: QueryOptions = {},
): UseQueryResult<Answer<z.output<Data>>> {
  const { client } = useSession()
  const organizationId = useOrganizationId()
  const result = useQuery({
    queryKey: keyOf(organizationId, endpoint, input),
    queryFn: ({ signal, queryKey }) =>
      withHeard(queryKey, () =>
        wholeOf((page) => callOf(client, endpoint, { ...input, ...page, signal }), input),
      ),
    enabled,
    refetchInterval: ({ state }) => !isNotFound(state.error) && everyMs,
    placeholderData: keep ? keepPreviousData : undefined,
  })
  const { error, data } = result
  const absence = data === undefined ? 'missing' : 'gone'
  const { params = {} } = input as { params?: Record<string, unknown> }
  useMissingRecord(isNotFound(error) ? absence : null, recordsOf(endpoint.path, params))
  return result
}

type ChangeOptions<Data> = {
  /** Tags of the contract whose answers this change makes old, besides the endpoint's own. */
  touches?: readonly string[]
  done?: (data: Data) => void
  /** Does not replace what somebody else has saved since. */
  guard?: Guard | undefined
  /** Changes of one queue are sent one after the other, so that the last one wins. */
  queue?: string
}

/**
 * A POST, PUT or DELETE. What the console knows of the endpoint's tag is fetched again afterwards.
 * @example const create = useChange(createMailingList); create.mutate({ body: { name } })
 */
export function useChange<
  Path extends string,
  Body extends z.ZodType,
  Data extends z.ZodType,
  Query extends z.ZodObject,
>(
  endpoint: Endpoint<Path, Body, Data, Query>,
  options: ChangeOptions<z.output<Data>> = {},
): UseMutationResult<Answer<z.output<Data>>, Error, Input<Path, Body, Query>> {
  const { client } = useSession()
  const organizationId = useOrganizationId()
  const known = useQueryClient()
  return useMutation(changeOf({ client, organizationId, known }, endpoint, options))
}

type Environment = { client: Client; organizationId: number | null; known: QueryClient }

/** What `useChange` does, without a page. */
export function changeOf<
  Path extends string,
  Body extends z.ZodType,
  Data extends z.ZodType,
  Query extends z.ZodObject,
>(
  { client, organizationId, known }: Environment,
  endpoint: Endpoint<Path, Body, Data, Query>,
  { touches = [], done, guard, queue }: ChangeOptions<z.output<Data>>,
): UseMutationOptions<Answer<z.output<Data>>, Error, Input<Path, Body, Query>> {
  return {
    mutationFn: (input) =>
      guard === undefined
        ? callOf(client, endpoint, input)
        : guarded(guard, (rest) => callOf(client, endpoint, { ...input, ...rest })),
    ...(queue === undefined ? {} : { scope: { id: queue } }),
    // Deleted meanwhile: the page asks again, and says so.
    onError: (error) => {
      if (isNotFound(error)) void known.invalidateQueries({ queryKey: [organizationId, endpoint.tag] })
    },
    onSuccess: async ({ data }) => {
      done?.(data)
      // A page that `done` has left must not ask again for what was deleted.
      if (endpoint.method === 'DELETE') await new Promise((resolve) => setTimeout(resolve))
      await fetchAgain(
        known,
        [endpoint.tag, ...touches].map((tag) => [organizationId, tag]),
      )
    },
  }
}

async function guarded<Data>(
  guard: Guard,
  call: (version: { expectedUpdatedAt: string }) => Promise<Answer<Data>>,
): Promise<Answer<Data>> {
  try {
    const answer = await call({ expectedUpdatedAt: guard.version() })
    // What was deleted has no version any more.
    const at = (answer.data as { updated_at?: string } | null)?.updated_at
    if (at !== undefined) guard.saved(at)
    return answer
  } catch (failure) {
    guard.refused(failure)
    throw failure
  }
}

type Asked = { query?: { page?: unknown; per_page?: unknown } }

/** Whoever asks for so many at once and names no page wants all of them. */
const wholeFrom = 500

/** @returns the answer with the records of all its pages, if it is one of many. */
export async function wholeOf<Data>(
  call: (input: object) => Promise<Answer<Data>>,
  { query = {} }: Asked,
): Promise<Answer<Data>> {
  const answer = await call({})
  if (query.page !== undefined || !(Number(query.per_page) >= wholeFrom) || !Array.isArray(answer.data))
    return answer
  const records: unknown[] = [...answer.data]
  const total = answer.paging?.num_records ?? 0
  for (let page = 1; records.length < total; page += 1) {
    const { data } = await call({ query: { ...query, page } })
    if (!Array.isArray(data) || data.length === 0) break
    records.push(...(data as unknown[]))
  }
  return { ...answer, data: records as Data }
}

/** For `queryClient.setQueryData`: the key under which `useCall` keeps an answer. */
export function keyOf(
  organizationId: number | null,
  { tag, id }: Pick<Endpoint, 'tag' | 'id'>,
  input: object,
): QueryKey {
  return [organizationId, tag, id, input]
}

function callOf<
  Path extends string,
  Body extends z.ZodType,
  Data extends z.ZodType,
  Query extends z.ZodObject,
>(
  client: Client,
  endpoint: Endpoint<Path, Body, Data, Query>,
  input: Input<Path, Body, Query>,
): Promise<Answer<z.output<Data>>> {
  return client.call(endpoint, ...([input] as Arguments<Path, Body, Query>))
}
