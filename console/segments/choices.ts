import { useState } from 'react'
import { listAutoresponders } from '../../src/contract/autoresponders/endpoints.ts'
import { listSubscriberImportsOfList } from '../../src/contract/imports/endpoints.ts'
import { listCustomFields, listGlobalCustomFields } from '../../src/contract/lists/custom-fields.ts'
import { listWebForms } from '../../src/contract/lists/forms/endpoints.ts'
import { suppressionListEndpoints } from '../../src/contract/resources/suppression-lists.ts'
import type { ReferenceKind } from '../../src/contract/segments/tree.ts'
import { useCall } from '../app/api.ts'
import { useMay } from '../app/may.ts'
import { useCampaignNames, useListNames, useSegmentNames } from '../resources/choose/names.ts'
import { importName } from '../words/audience/import-name.ts'
import { segmentWords } from '../words/audience/segments.ts'
import { activitySubjects, type ClauseDraft, type GroupDraft } from './draft.ts'
import type { Choices } from './row.ts'
import type { Known } from './to-clauses.ts'

type Named = { id: number; name: string }

/** Most lists are answered whole; these in pages. */
const query = { per_page: 2000 }
const pageQuery = { per_page: 500 }

/** What conditions can name, of this list; null: of none, as rules for all lists. `isReady`: the sentence can name it. */
export function useChoices(
  listId: number | null,
  { ownId, top }: { ownId?: number | undefined; top: GroupDraft },
): { choices: Choices; known: Known; isReady: boolean } {
  const may = useMay()
  const params = { mailing_list_id: listId ?? 0 }
  const ofList = { enabled: listId !== null }
  const { list: listSuppressions } = suppressionListEndpoints.own
  const suppression = useCall(listSuppressions, { query }, { enabled: may(listSuppressions) })
  const ownFields = useCall(listCustomFields, { params, query }, ofList)
  const globalFields = useCall(listGlobalCustomFields, { query }, { enabled: listId === null })
  const fields = listId === null ? globalFields : ownFields
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
  const mayListForms = may(listWebForms)
  const forms = useCall(
    listWebForms,
    { params, query: pageQuery },
    { enabled: listId !== null && mayListForms },
  )
  const names = useNames(listId, top)
  const found = {
    suppression_list: (suppression.data?.data ?? []) as Named[],
    custom_field: fields.data?.data ?? [],
    autoresponder: autoresponders.data?.data ?? [],
    import: (imports.data?.data ?? [])
      .filter((one) => one.dry_run !== true)
      .map(({ id, file_source: { filename, url } }) => ({ id, name: importName(filename ?? url ?? '') })),
    web_form: forms.data?.data ?? [],
  }
  const fieldChoices = found.custom_field.map(({ id, name, field_type: type, options }) => ({
    id,
    name,
    type,
    options: (options ?? []).map((option) => option.name),
  }))
  const isKnown =
    names.isReady && [fields, autoresponders, forms].every((one) => one.isSuccess || !one.isEnabled)
  // The builder stays while the name of a new choice comes.
  const [isReady, setReady] = useState(false)
  if (isKnown && !isReady) setReady(true)
  return {
    choices: { listId, ownId, fields: fieldChoices, ...choicesOf(found) },
    known: {
      name: (kind, id) => nameIn(kind in names.of ? names.of[kind as Searched] : found[kind as Loaded], id),
      fields: fieldChoices,
    },
    isReady,
  }
}

type Searched = 'mailing_list' | 'campaign' | 'segment'
type Loaded = Exclude<ReferenceKind, Searched>

function nameIn(names: ReadonlyMap<number, string> | readonly Named[], id: number): string {
  const name = names instanceof Map ? names.get(id) : (names as Named[]).find((one) => one.id === id)?.name
  return name ?? `#${id}`
}

/** The names of what the conditions name, of the kinds of which there may be any number. */
function useNames(listId: number | null, top: GroupDraft) {
  const clauses = clausesIn(top).filter(({ value }) => /^\d+$/.test(value))
  const idsOf = (isAbout: (clause: ClauseDraft) => boolean) =>
    clauses.filter(isAbout).map(({ value }) => Number(value))
  const lists = useListNames(idsOf(({ subject }) => subject === 'in_mailing_list'))
  const segments = useSegmentNames(
    listId,
    idsOf(({ subject }) => subject === 'in_segment'),
  )
  const campaigns = useCampaignNames(
    idsOf(({ subject, scope }) => activitySubjects.includes(subject) && scope === 'campaign'),
  )
  const of: Record<Searched, ReadonlyMap<number, string>> = {
    mailing_list: lists,
    segment: segments ?? new Map(),
    campaign: campaigns ?? new Map(),
  }
  return { of, isReady: segments !== null && campaigns !== null }
}

function clausesIn({ items }: GroupDraft): ClauseDraft[] {
  return items.flatMap((item) => (item.kind === 'group' ? clausesIn(item) : [item]))
}

type Found = Record<Exclude<Loaded, 'custom_field'>, readonly Named[]>

function choicesOf(found: Found): Omit<Choices, 'listId' | 'ownId' | 'fields'> {
  return {
    suppressionLists: found.suppression_list.map(choiceOf),
    autoresponders: found.autoresponder.map(choiceOf),
    imports: found.import
      .map(({ id, name }) => ({ value: String(id), label: segmentWords.importNamed(id, name) }))
      // The newest is what one means.
      .toReversed(),
    forms: found.web_form.map(choiceOf),
  }
}

const choiceOf = ({ id, name }: Named) => ({ value: String(id), label: name })
