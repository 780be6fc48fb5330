import { Redirect } from 'wouter'
import { listLinkStats } from '../../src/contract/campaigns/reports.ts'
import { useMay } from '../app/may.ts'
import { useIdParam, useInOrganization } from '../app/places.ts'
import { Answered } from '../design/states.tsx'
import { pathOf, useCampaign } from './data.ts'

/** Leads to where the campaign is written, watched or reported. */
export default function OneCampaign() {
  const at = useInOrganization()
  const may = useMay()
  const found = useCampaign(useIdParam('campaign'))
  return (
    <Answered of={found}>
      {({ data: [campaign] }) =>
        campaign !== undefined && <Redirect to={at(pathOf(campaign, may(listLinkStats)))} replace />
      }
    </Answered>
  )
}
