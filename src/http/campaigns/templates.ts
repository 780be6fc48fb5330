import type { z } from 'zod'
import {
  addTemplate,
  changeTemplate,
  findListTemplates,
  findTemplate,
  removeTemplate,
} from '../../actions/campaigns/templates.ts'
import { campaignBodyMax, type CampaignInput, type templateChanges } from '../../contract/campaigns/input.ts'
import { pagingOf } from '../../contract/api/paging.ts'
import {
  createTemplate,
  deleteTemplate,
  listTemplates,
  showTemplate,
  updateTemplate,
} from '../../contract/campaigns/templates.ts'
import type { Caller } from '../../store/callers.ts'
import type { CampaignRow } from '../../store/campaigns/rows.ts'
import { recordPlace } from '../route/call.ts'
import { presentTemplate } from './present.ts'
import { listIdOf } from './routes.ts'
import type { Router } from '../route/bind.ts'

const bodyLimit = campaignBodyMax

export function templateRoutes(route: Router): void {
  route(listTemplates, async (call) => {
    const request = call.page()
    const { rows, count } = await findListTemplates(call.sql, call, listIdOf(call), request)
    return { data: rows.map((row) => presentTemplate(row, call.caller)), paging: pagingOf(request, count) }
  })

  route(
    createTemplate,
    async (call) => {
      const fields = () => readContents(call.fields())
      return present(await addTemplate(call.sql, call, listIdOf(call), fields), call)
    },
    { bodyLimit },
  )

  route(showTemplate, async (call) => present(await findTemplate(call.sql, call, recordPlace(call)), call))

  route(
    updateTemplate,
    async (call) => {
      const fields = () => readContents(call.fields())
      return present(await changeTemplate(call.sql, call, recordPlace(call), fields), call)
    },
    { bodyLimit },
  )

  route(deleteTemplate, async (call) => {
    return { data: { campaign: await removeTemplate(call.sql, call, recordPlace(call)) } }
  })
}

function readContents({
  template_contents_attributes: older,
  ...input
}: z.output<typeof templateChanges>): CampaignInput {
  return { ...input, contents: input.contents ?? older }
}

function present(row: CampaignRow, { caller }: { caller: Caller }) {
  return { data: presentTemplate(row, caller) }
}
