import { listAllCampaigns } from '../../../src/contract/campaigns/all-lists.ts'
import { useCall } from '../../app/api.ts'
import { offeredMost, RecordSelect, useTyped, type RecordSelectProps } from './record-select.tsx'

type Props = Omit<RecordSelectProps, 'chosen' | 'found' | 'typing'> & { listId: number }

/** Chooses a campaign of a list, the latest first. */
export function CampaignSelect({ listId, value, ...rest }: Props) {
  const named = useCall(listAllCampaigns, { query: { ids: String(value) } }, { enabled: value !== null })
  const own = (value === null ? null : named.data?.data[0]) ?? null
  const { asked, typing } = useTyped(own)
  const query = {
    mailing_list_id: listId,
    per_page: offeredMost,
    ...(asked === '' ? {} : { name_contains: asked }),
  }
  const campaigns = useCall(listAllCampaigns, { query }, { keep: true })
  const found = {
    records: campaigns.data?.data ?? [],
    total: campaigns.data?.paging?.num_records ?? 0,
    isLoading: campaigns.isFetching,
  }
  return <RecordSelect {...rest} value={value} chosen={own} found={found} typing={typing} />
}
