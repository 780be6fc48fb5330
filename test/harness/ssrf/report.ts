import type { DownloadResult } from '../../../src/outbound/download/fetch.ts'

/** The public server of the namespace: `http://public.example/`, `https://public.example/`. */
export const publicAddress = '93.184.216.34'

/** The metadata address of many clouds. */
export const metadata = '169.254.169.254'

/** Public addresses on an interface of the namespace, as on a rented server. */
export const ownAddress = '8.8.4.4'
export const ownAddress6 = '2001:4860:4860::8844'

/** What one download did: its result, and the addresses at which connections came in meanwhile. */
export type Visit = { result: DownloadResult; reached: string[] }

/** The result of one trick: requested directly, by a redirect, and (where it can be reached) without guard. */
export type TrickReport = { direct: Visit; redirected: Visit; unguarded: Visit | undefined }

export type NamespaceReport = {
  tricks: TrickReport[]
  scenarios: Visit[]
  /** Downloads from a name whose answers alternate between public and private. */
  flips: { ok: number; refused: number; reached: string[] }
}
