import type { Block, BlockDocument } from '../../../../src/contract/blocks/document.ts'
import { createAsset } from '../../../../src/contract/resources/assets.ts'
import { useSession } from '../../../app/session.tsx'
import { drawingOf, isDrawn, pngOf } from './drawn.ts'

/** Draws the pictures of a template and adds them to those of the organization; the same one is there only once. */
export function useKeptPictures(): (document: BlockDocument) => Promise<BlockDocument> {
  const { client } = useSession()
  const keep = async (block: Block): Promise<Block[]> => {
    if (block.type !== 'image' || !isDrawn(block.src)) return [block]
    const drawing = drawingOf(block.src)
    if (drawing === null) return []
    const body = { filename: `${drawing.name}.png`, content: await pngOf(drawing.svg) }
    // There may be no room for pictures: the template is good without.
    const added = await client.call(createAsset, { body }).catch(() => null)
    return added === null ? [] : [{ ...block, src: added.data.url }]
  }
  return async (document) => ({
    ...document,
    blocks: (await Promise.all(document.blocks.map(keep))).flat(),
  })
}
