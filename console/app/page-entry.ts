import type { ComponentType } from 'react'
import type { Needs } from '../../src/contract/api/access.ts'

/** A page of the console, which each folder lists in its `pages.ts`. */
export type PageEntry = {
  /** Below `/o/:org` for `organization`, below `/console` otherwise. Parameters as in wouter: `/lists/:list`. */
  path: string
  scope: 'organization' | 'system' | 'own'
  /** Fetched when the page opens. */
  load: () => Promise<{ default: ComponentType }>
  /** The calls without which the page is empty: people who may not make one of them do not get the page. */
  needs?: Needs | readonly Needs[]
}
