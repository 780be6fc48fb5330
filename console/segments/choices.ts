import { listCampaigns } from '../../src/contract/campaigns/endpoints.ts'
import { listAutoresponders } from '../../src/contract/autoresponders/endpoints.ts'
import { listSubscriberImportsOfList } from '../../src/contract/imports/endpoints.ts'
import { listCustomFields, listGlobalCustomFields } from '../../src/contract/lists/custom-fields.ts'
import { listMailingLists } from '../../src/contract/lists/endpoints.ts'
import { listWebForms } from '../../src/contract/lists/forms/endpoints.ts'
import { suppressionListEndpoints } from '../../src/contract/resources/suppression-lists.ts'
import { listSegmentsOfList } from '../../src/contract/segments/endpoints.ts'
import type { ReferenceKind } from '../../src/contract/segments/tree.ts'
import { useCall } from '../app/api.ts'
import { useMay } from '../app/may.ts'
import { importName } from '../words/audience/import-name.ts'
import { segmentWords } from '../words/audience/segments.ts'
import type { Choices } from './row.ts'
import type { Known } from './to-clauses.ts'

type Named = { id: number; name: string }

/** Most lists are answered whole; these in pages. */
const query = { per_page: 2000 }
const pageQuery = { per_page: 500 }

/** What conditions can name, of this list; null: of none, as rules for all lists. `isReady`: the sentence can name it. */
export function useChoices(
  listId: number | null,
  ownId?: number,
): { choices: Choices; known: Known; isReady: boolean } {
  const may = useMay()
  const params = { mailing_list_id: listId ?? 0 }
  const ofList = { enabled: listId !== null }
  const lists = useCall(listMailingLists, { query })
  const suppression = useCall(suppressionListEndpoints.own.list, { query })
  const ownFields = useCall(listCustomFields, { params, query }, ofList)
  const globalFields = useCall(listGlobalCustomFields, { query }, { enabled: listId === null })
  const fields = listId === null ? globalFields : ownFields
  const campaigns = useCall(listCampaigns, { params, query }, ofList)
  const mayListAutoresponders = may(listAutoresponders)
  const autoresponders = useCall(
    listAutoresponders,
    { params, query },
    { enabled: listId !== null && mayListAutoresponders },
  )
  const mayImport = may(listSubscriberImportsOfList)
  const imports = useCall(
    listSubscriberImportsOfList,
    { params, query: pageQuery },
    { enabled: listId !== null && mayImport },
  )
  const forms = useCall(listWebForms, { params, query: pageQuery }, ofList)
  const segments = useCall(listSegmentsOfList, { params, query }, ofList)
  const found = {
    mailing_list: (lists.data?.data ?? []).filter((list) => !list.is_remote_list),
    suppression_list: (suppression.data?.data ?? []) as Named[],
    custom_field: fields.data?.data ?? [],
    campaign: campaigns.data?.data ?? [],
    autoresponder: autoresponders.data?.data ?? [],
    import: (imports.data?.data ?? [])
      .filter((one) => one.dry_run !== true)
      .map(({ id, file_source: { filename, url } }) => ({ id, name: importName(filename ?? url ?? '') })),
    web_form: forms.data?.data ?? [],
    segment: (segments.data?.data ?? []).filter(({ id }) => id !== ownId),
  }
  const fieldChoices = found.custom_field.map(({ id, name, field_type: type, options }) => ({
    id,
    name,
    type,
    options: (options ?? []).map((option) => option.name),
  }))
  const isReady = [lists, fields, campaigns, autoresponders, forms, segments].every(
    (one) => one.isSuccess || !one.isEnabled,
  )
  return {
    choices: { isOfList: listId !== null, fields: fieldChoices, ...choicesOf(found) },
    known: {
      name: (kind, id) => found[kind].find((one) => one.id === id)?.name ?? `#${id}`,
      fields: fieldChoices,
    },
    isReady,
  }
}

type Found = Record<Exclude<ReferenceKind, 'custom_field'>, readonly Named[]>

function choicesOf(found: Found): Omit<Choices, 'isOfList' | 'fields'> {
  return {
    lists: found.mailing_list.map(choiceOf),
    suppressionLists: found.suppression_list.map(choiceOf),
    // The newest is what one means.
    campaigns: found.campaign.map(choiceOf).toReversed(),
    autoresponders: found.autoresponder.map(choiceOf),
    imports: found.import
      .map(({ id, name }) => ({ value: String(id), label: segmentWords.importNamed(id, name) }))
      .toReversed(),
    forms: found.web_form.map(choiceOf),
    segments: found.segment.map(choiceOf),
  }
}

const choiceOf = ({ id, name }: Named) => ({ value: String(id), label: name })
