import { createHash, randomBytes } from 'node:crypto'
import { invalid } from '../../contract/api/errors.ts'
import { assetBytesMax, assetsBytesMax, assetsMax } from '../../contract/resources/assets.ts'
import type { AssetInput } from '../../contract/resources/assets.ts'
import { readPicture } from '../../contract/resources/pictures.ts'
import type { Scoped, Transaction } from '../../database/driver/connection.ts'
import {
  deleteAssetRow,
  findAssetByContent,
  insertAsset,
  measureAssets,
} from '../../store/resources/assets.ts'
import type { AssetRow, NewAsset } from '../../store/resources/assets.ts'
import type { Actor } from '../actor.ts'

/** @throws AppError `validation_failed` for anything but a picture, and where there is no room for it. */
export function addAsset(sql: Scoped, actor: Actor, fields: () => AssetInput): Promise<AssetRow> {
  const { organization_id: organizationId } = actor.caller
  return sql.begin(async (sql) => {
    const asset = assetOf(fields())
    const { count, bytes } = await measureAssets(sql, organizationId)
    const known = await findAssetByContent(sql, organizationId, asset.sha256)
    if (known !== null) return known
    if (count >= assetsMax) throw invalid(`there are ${assetsMax} pictures already: delete some first`)
    if (bytes + asset.bytes.length > assetsBytesMax) {
      throw invalid(`the pictures would take more than ${assetsBytesMax / 1_048_576} MB: delete some first`)
    }
    const row = await insertAsset(sql, organizationId, asset)
    await log(sql, actor, 'asset.created', row.id)
    return row
  })
}

export function removeAsset(sql: Scoped, actor: Actor, id: number): Promise<void> {
  return sql.begin(async (sql) => {
    await deleteAssetRow(sql, actor.caller.organization_id, id)
    await log(sql, actor, 'asset.deleted', id)
  })
}

function assetOf({ filename, content }: AssetInput): NewAsset {
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length < decodedSize(content)) throw invalid('content must be the file in Base64')
  if (bytes.length > assetBytesMax) throw invalid(`content must be at most ${assetBytesMax / 1_048_576} MB`)
  const picture = readPicture(bytes)
  if (picture === null) throw invalid('content must be a PNG, JPEG, GIF or WebP picture')
  const name = filename.trim()
  return {
    ...picture,
    bytes,
    filename: name === '' ? 'picture' : name,
    token: randomBytes(16).toString('base64url'),
    sha256: createHash('sha256').update(bytes).digest(),
  }
}

/** In bytes, if each character counts. Decoding skips other characters, so that fewer bytes come of them. */
function decodedSize(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  return Math.floor(((base64.length - padding) * 3) / 4)
}

function log(sql: Transaction, { audit }: Actor, kind: string, id: number): Promise<void> {
  return audit(sql, { kind, subject_type: 'Asset', subject_id: id })
}
