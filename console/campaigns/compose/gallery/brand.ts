import type { Block, BlockDocument } from '../../../../src/contract/blocks/document.ts'
import { samples } from '../../../../src/contract/campaigns/samples.ts'
import { showBrand, showListBrand, type BrandRecord } from '../../../../src/contract/resources/brands.ts'
import { useCall } from '../../../app/api.ts'
import { useMay } from '../../../app/may.ts'
import { useOpenSession } from '../../../app/session.tsx'
import { inColor } from './drawn.ts'

export type Sender = Pick<BrandRecord, 'name' | 'color' | 'logo' | 'imprint' | 'imprint_url'>

/** What is known of whoever sends to the list: its own brand, for the rest that of the organization. */
export function useSender(listId: number): Sender {
  const may = useMay()
  const { organization } = useOpenSession()
  const params = { mailing_list_id: listId }
  const list = useCall(showListBrand, { params }, { enabled: listId > 0 }).data?.data
  const whole = useCall(showBrand, {}, { enabled: may(showBrand) }).data?.data
  return {
    name: list?.name || whole?.name || organization.name,
    color: list?.color ?? whole?.color ?? null,
    logo: list?.logo ?? whole?.logo ?? null,
    imprint: list?.imprint || whole?.imprint || '',
    imprint_url: list?.imprint_url || whole?.imprint_url || '',
  }
}

/** A template with the name, the address, the color, the logo and the web site of the sender. What is unknown stays a sample. */
export function filledFor(document: BlockDocument, sender: Sender): BlockDocument {
  const { color } = sender
  const theme = color === null ? document.theme : { ...document.theme, button: color, link: color }
  const fill = (block: Block): Block => filled(block, sender, document.theme.button)
  const blocks = document.blocks.map((block) => {
    if (block.type !== 'columns') return fill(block)
    const columns = block.columns.map(({ blocks: inner }) => ({
      blocks: inner.map((one) => fill(one) as never),
    }))
    return { ...block, columns }
  })
  return { ...document, theme, blocks }
}

const names: readonly string[] = [samples.company, samples.shop]

function filled(
  block: Block,
  { name, color, logo, imprint, imprint_url: site }: Sender,
  button: string,
): Block {
  const isAccent = color !== null && block.background !== '' && block.background === button
  const colored = isAccent ? { ...block, background: color } : block
  switch (colored.type) {
    case 'header': {
      const own = names.includes(colored.name) && name !== '' ? { name } : {}
      return { ...colored, ...own, src: logo?.url ?? colored.src, href: site }
    }
    case 'image':
      return color === null ? colored : { ...colored, src: inColor(colored.src, color) }
    case 'footer':
      return imprint === '' ? colored : { ...colored, imprint: imprintOf(name, imprint) }
    case 'social':
      return { ...colored, links: site === '' ? [] : [{ network: 'website', href: site }] }
    default:
      return colored
  }
}

/** Many imprints begin with the name already. */
function imprintOf(name: string, imprint: string): string {
  return imprint.startsWith(name) ? imprint : `${name}\n${imprint}`
}
