import { listMailingLists } from '../../src/contract/lists/endpoints.ts'
import { suppressionListEndpoints } from '../../src/contract/resources/suppression-lists.ts'
import { useCall } from '../app/api.ts'
import type { Names } from './draft.ts'
import type { Choices } from './row.ts'

type Named = { id: number; name: string }

/** The lists that conditions can name. */
export function useChoices(): { choices: Choices; names: Names; isReady: boolean } {
  const lists = useCall(listMailingLists, { query: { per_page: 500 } })
  const suppression = useCall(suppressionListEndpoints.own.list, { query: { per_page: 500 } })
  const mailing = (lists.data?.data ?? []).filter((list) => !list.is_remote_list)
  const suppressing = (suppression.data?.data ?? []) as Named[]
  return {
    choices: { lists: mailing.map(choiceOf), suppressionLists: suppressing.map(choiceOf) },
    names: { list: nameIn(mailing), suppression: nameIn(suppressing) },
    isReady: lists.isSuccess,
  }
}

const choiceOf = ({ id, name }: Named) => ({ value: String(id), label: name })
const nameIn = (all: readonly Named[]) => (id: number) => all.find((one) => one.id === id)?.name ?? ''
