import { Box } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { showCampaign } from '../../../../src/contract/campaigns/endpoints.ts'
import { useCall } from '../../../app/api.ts'
import { useMay } from '../../../app/may.ts'
import { serverUrl } from '../../../app/root.ts'
import { withOwnPictures } from './own-pictures.ts'
import { SmallMail } from './small-mail.tsx'

const width = 64
const height = 72

/** The mail, small, beside its name. It is fetched once the row is in view: the list waits for none of them. */
export function Thumbnail({ campaignId }: { campaignId: number }) {
  const may = useMay()
  const { ref, entry } = useIntersection()
  const enabled = entry?.isIntersecting === true && may(showCampaign)
  const found = useCall(showCampaign, { params: { id: campaignId } }, { enabled })
  const html = found.data?.data.campaign_contents[0]?.html ?? ''
  return (
    <Box
      ref={ref}
      aria-hidden
      visibleFrom="sm"
      w={width}
      h={height}
      style={{
        flexShrink: 0,
        overflow: 'hidden',
        borderRadius: 4,
        border: '1px solid var(--quiver-hairline)',
      }}
    >
      {html !== '' && (
        <SmallMail
          className="thumbnail"
          html={withOwnPictures(html, serverUrl)}
          title=""
          width={width}
          height={height}
        />
      )}
    </Box>
  )
}
