import type { UploadParts } from '../../actions/imports/upload-changes.ts'
import { pagingOf } from '../../contract/api/paging.ts'
import { listUploads, showUpload } from '../../contract/imports/uploads.ts'
import { findUpload, findUploads } from '../../store/imports/uploads.ts'
import type { Router } from '../route/bind.ts'
import { presentUpload } from './upload-present.ts'
import { tusRoutes } from './tus.ts'

export function uploadRoutes(route: Router, parts: UploadParts): void {
  // Before GET, which would add a HEAD of its own.
  tusRoutes(route, parts)

  route(listUploads, async ({ sql, caller, page }) => {
    const request = page()
    const { rows, count } = await findUploads(sql, caller.organization_id, request)
    return { data: rows.map((row) => presentUpload(row, caller.time_zone)), paging: pagingOf(request, count) }
  })

  route(showUpload, async ({ sql, caller, params }) => ({
    data: presentUpload(await findUpload(sql, caller.organization_id, params.id), caller.time_zone),
  }))
}
