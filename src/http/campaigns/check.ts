import { checkOfAutoresponder } from '../../actions/autoresponders/check.ts'
import { renderOfAutoresponder } from '../../actions/autoresponders/render.ts'
import { checkBeforeSending, type CheckParts } from '../../actions/campaigns/check.ts'
import { renderForOne } from '../../actions/campaigns/render.ts'
import {
  checkAutoresponder,
  checkCampaign,
  renderAutoresponder,
  renderCampaign,
} from '../../contract/campaigns/check.ts'
import { placeOf } from '../autoresponders/routes.ts'
import type { Router } from '../route/bind.ts'

export function campaignCheckRoutes(route: Router, parts: CheckParts): void {
  route(renderCampaign, async (call) => {
    const place = { id: call.params.id, origin: parts.origin }
    return { data: await renderForOne(call.sql, call, place, call.fields) }
  })

  route(renderAutoresponder, async (call) => {
    const place = { ...placeOf(call), origin: parts.origin }
    return { data: await renderOfAutoresponder(call.sql, call, place, call.fields) }
  })

  route(checkAutoresponder, async (call) => {
    const place = { ...placeOf(call), origin: parts.origin }
    return { data: await checkOfAutoresponder(call.sql, call, place) }
  })

  route(checkCampaign, async (call) => {
    const wanted = { id: call.params.id, opensLinks: call.query.links === true }
    return { data: await checkBeforeSending(call.sql, call, wanted, parts) }
  })
}
