import { createHash, randomBytes } from 'node:crypto'
import { invalid } from '../../contract/api/errors.ts'
import type { PageRequest } from '../../contract/api/paging.ts'
import {
  assetBytesMax,
  assetsBytesMax,
  assetsMax,
  type AssetInput,
  type AssetUse,
  type CopyAssetInput,
} from '../../contract/resources/assets.ts'
import { readPicture } from '../../contract/resources/pictures.ts'
import type { Scoped, Transaction } from '../../database/driver/connection.ts'
import { fetchPicture, type PictureRules } from './foreign-picture.ts'
import { countAssetUses, findAssetUses } from '../../store/resources/asset-uses.ts'
import {
  deleteAssetRow,
  findAsset,
  findAssetByContent,
  findAssets,
  insertAsset,
  measureAssets,
  type AssetRow,
  type NewAsset,
} from '../../store/resources/assets.ts'
import type { Actor } from '../actor.ts'

/** `useCounts`: by token, null if counting takes too long; undefined if they are not asked for. */
type FoundAssets = {
  rows: AssetRow[]
  count: number
  useCounts: ReadonlyMap<string, number> | null | undefined
}

type Wanted = { filenameContains: string; withUses: boolean; page: PageRequest; signal: AbortSignal }

export async function findPictures(
  sql: Scoped,
  { caller: { organization_id: organizationId } }: Pick<Actor, 'caller'>,
  { filenameContains, withUses, page, signal }: Wanted,
): Promise<FoundAssets> {
  const found = await findAssets(sql, organizationId, filenameContains, page)
  if (!withUses) return { ...found, useCounts: undefined }
  const count = (sql: Transaction) => countAssetUses(sql, organizationId)
  return { ...found, useCounts: await sql.beginUntil(signal, count, 'read only') }
}

/** @throws AppError `not_found`. @returns null if the search takes too long. */
export async function findPictureUses(
  sql: Scoped,
  { caller: { organization_id: organizationId } }: Pick<Actor, 'caller'>,
  id: number,
  signal: AbortSignal,
): Promise<AssetUse[] | null> {
  const asset = await findAsset(sql, organizationId, id)
  return sql.beginUntil(signal, (sql) => findAssetUses(sql, organizationId, asset), 'read only')
}

/** @throws AppError `validation_failed` for anything but a picture, and where there is no room for it. */
export function addAsset(sql: Scoped, actor: Actor, fields: () => AssetInput): Promise<AssetRow> {
  return sql.begin((sql) => keep(sql, actor, assetOf(fields())))
}

/** Fetches the picture before the transaction begins. @throws AppError as `addAsset`; a sentence if it cannot be fetched. */
export async function copyAsset(
  sql: Scoped,
  actor: Actor,
  fields: () => CopyAssetInput,
  rules: PictureRules,
): Promise<AssetRow> {
  const { url } = fields()
  const bytes = await fetchPicture(url.trim(), { ...rules, organizationId: actor.caller.organization_id })
  const asset = newAsset(bytes, filenameOf(url))
  if (asset === null) throw invalid('url must lead to a PNG, JPEG, GIF or WebP picture')
  return sql.begin((sql) => keep(sql, actor, asset))
}

async function keep(sql: Transaction, actor: Actor, asset: NewAsset): Promise<AssetRow> {
  const { organization_id: organizationId } = actor.caller
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
  const asset = newAsset(bytes, filename)
  if (asset === null) throw invalid('content must be a PNG, JPEG, GIF or WebP picture')
  return asset
}

/** null: it is no picture. */
function newAsset(bytes: Buffer, filename: string): NewAsset | null {
  const picture = readPicture(bytes)
  if (picture === null) return null
  const name = filename.trim()
  return {
    ...picture,
    bytes,
    filename: name === '' ? 'picture' : name,
    token: randomBytes(16).toString('base64url'),
    sha256: createHash('sha256').update(bytes).digest(),
  }
}

/** What the address calls it: `https://example.com/a/Spring%20sale.png?v=2` is `Spring sale.png`. */
function filenameOf(url: string): string {
  const last = URL.canParse(url) ? (new URL(url).pathname.split('/').at(-1) ?? '') : ''
  try {
    return Array.from(decodeURIComponent(last).replaceAll(/\p{Cc}/gu, ' '))
      .slice(0, 255)
      .join('')
  } catch {
    return ''
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
