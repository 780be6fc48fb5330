import {
  changeListPreferences,
  changePublicTexts,
  readListPreferences,
  readPublicTexts,
} from '../../actions/lists/preferences.ts'
import { showListPreferences, updateListPreferences } from '../../contract/lists/preferences.ts'
import { showPublicTexts, updatePublicTexts } from '../../contract/lists/public-texts.ts'
import type { Router } from '../route/bind.ts'

export function listPreferenceRoutes(route: Router): void {
  route(showListPreferences, async (call) => ({
    data: await readListPreferences(call.sql, call, call.params.mailing_list_id),
  }))
  route(updateListPreferences, async (call) => ({
    data: await changeListPreferences(call.sql, call, call.params.mailing_list_id, call.fields),
  }))
  route(showPublicTexts, async (call) => ({
    data: await readPublicTexts(call.sql, call, call.params.mailing_list_id, call.query.language ?? 'en'),
  }))
  route(updatePublicTexts, async (call) => ({
    data: await changePublicTexts(call.sql, call, call.params.mailing_list_id, call.fields),
  }))
}
