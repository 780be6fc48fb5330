import { useState } from 'react'
import { assetBytesMax, createAsset } from '../../../../src/contract/resources/assets.ts'
import type { AssetRecord } from '../../../../src/contract/resources/assets.ts'
import { useChange } from '../../../app/api.ts'

/** Keeps a picture on the server, and chooses it when it is there. */
export function useUpload(choose: (picture: AssetRecord) => void) {
  const [isTooLarge, setTooLarge] = useState(false)
  const create = useChange(createAsset, { done: choose })
  const take = async (file: File | null | undefined) => {
    if (file === null || file === undefined) return
    setTooLarge(file.size > assetBytesMax)
    if (file.size > assetBytesMax) return
    create.mutate({ body: { filename: file.name, content: await base64Of(file) } })
  }
  return { take: (file: File | null | undefined) => void take(file), isTooLarge, create }
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(textOf(reader.result).replace(/^data:[^,]*,/, '')))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the file cannot be read')))
    reader.readAsDataURL(file)
  })
}

/** `readAsDataURL` gives a text. */
function textOf(result: FileReader['result']): string {
  return typeof result === 'string' ? result : ''
}
