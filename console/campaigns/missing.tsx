import { useInOrganization } from '../app/places.ts'
import { Page, Panel } from '../design/page.tsx'
import { Empty } from '../design/states.tsx'
import { words } from '../words/app.ts'
import { campaignWords } from '../words/campaigns.ts'

/** In the place of a campaign that does not exist. */
export function Missing() {
  const at = useInOrganization()
  return (
    <Page title={campaignWords.title} parent={{ title: campaignWords.title, to: at('/campaigns') }}>
      <Panel flush>
        <Empty {...words.failure('missing', '')} />
      </Panel>
    </Page>
  )
}
