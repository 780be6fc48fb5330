import type { UploadParts } from '../../actions/imports/upload-changes.ts'
import { pagingOf } from '../../contract/api/paging.ts'
import {
  directoryFilesMax,
  listUploadDirectoryFiles,
  listUploads,
  showUpload,
} from '../../contract/imports/uploads.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import { listUploads as listDirectory } from '../../files/upload-directory.ts'
import { findUpload, findUploads } from '../../store/imports/uploads.ts'
import type { Router } from '../route/bind.ts'
import { presentUpload } from './upload-present.ts'
import { tusRoutes } from './tus.ts'

export function uploadRoutes(route: Router, parts: UploadParts, uploadDir = ''): void {
  // Before GET, which would add a HEAD of its own.
  tusRoutes(route, parts)

  route(listUploads, async ({ sql, caller, page }) => {
    const request = page()
    const { rows, count } = await findUploads(sql, caller.organization_id, request)
    return { data: rows.map((row) => presentUpload(row, caller.time_zone)), paging: pagingOf(request, count) }
  })

  route(listUploadDirectoryFiles, async ({ caller }) => {
    const files = await listDirectory(uploadDir, caller.organization_id, directoryFilesMax)
    return {
      data: files.map(({ filename, sizeBytes: size_bytes, modifiedAt }) => ({
        filename,
        size_bytes,
        modified_at: formatInstant(modifiedAt.getTime(), caller.time_zone),
      })),
    }
  })

  route(showUpload, async ({ sql, caller, params }) => ({
    data: presentUpload(await findUpload(sql, caller.organization_id, params.id), caller.time_zone),
  }))
}
