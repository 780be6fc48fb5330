import {
  addForm,
  changeForm,
  findListForms,
  findOneForm,
  removeForm,
  type FoundForm,
} from '../../../actions/lists/forms/change.ts'
import { exactFigureMax } from '../../../contract/api/figures.ts'
import { pagingOf } from '../../../contract/api/paging.ts'
import { newForm, shownFields } from '../../../contract/lists/forms/definition.ts'
import { embedHtml } from '../../../contract/lists/forms/embed.ts'
import {
  createWebForm,
  deleteWebForm,
  listWebForms,
  showWebForm,
  updateWebForm,
  type WebForm,
} from '../../../contract/lists/forms/endpoints.ts'
import { formatInstant } from '../../../contract/times/zones.ts'
import { countOf } from '../../../database/driver/statement/bounded-count.ts'
import type { Caller } from '../../../store/callers.ts'
import type { Router } from '../../route/bind.ts'
import { recordPlace } from '../../route/call.ts'

export function webFormRoutes(route: Router, { baseUrl }: { baseUrl: string }): void {
  const present = (found: FoundForm, caller: Caller) => presentForm(found, caller, baseUrl)

  route(listWebForms, async (call) => {
    const request = call.page()
    const { found, count } = await findListForms(call.sql, call, call.params.mailing_list_id, request)
    return { data: found.map((one) => present(one, call.caller)), paging: pagingOf(request, count) }
  })
  route(createWebForm, async (call) => ({
    data: present(await addForm(call.sql, call, call.params.mailing_list_id, call.fields), call.caller),
  }))
  route(showWebForm, async (call) => ({
    data: present(await findOneForm(call.sql, call, recordPlace(call)), call.caller),
  }))
  route(updateWebForm, async (call) => ({
    data: present(await changeForm(call.sql, call, recordPlace(call), call.fields), call.caller),
  }))
  route(deleteWebForm, async (call) => {
    await removeForm(call.sql, call, recordPlace(call))
    return { data: null }
  })
}

const names = Object.keys(newForm) as (keyof typeof newForm)[]

function presentForm({ row, ofList }: FoundForm, caller: Caller, baseUrl: string): WebForm {
  const url = `${baseUrl}/f/${caller.organization_id}-${row.token}`
  const settings = Object.fromEntries(names.map((name) => [name, row[name]])) as typeof newForm
  const { submitted, confirmed } = row
  const pending = countOf(row.pending, exactFigureMax)
  return {
    id: row.id,
    mailing_list_id: row.mailing_list_id,
    name: row.name,
    ...settings,
    consent_version: row.consent_version,
    url,
    embed_html: embedHtml({
      url,
      language: row.language ?? row.brand_language ?? 'en',
      form: row,
      fields: shownFields(row.fields, ofList),
      texts: row.texts,
    }),
    figures: { submitted, confirmed, pending: pending.records, pending_is_exact: pending.isExact },
    created_at: formatInstant(row.created_at.getTime(), caller.time_zone),
    updated_at: formatInstant(row.updated_at.getTime(), caller.time_zone),
  }
}
