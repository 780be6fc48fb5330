import { Stack, Text } from '@mantine/core'
import { showCampaign } from '../../../src/contract/campaigns/endpoints.ts'
import type { Share, VersionResults } from '../../../src/contract/campaigns/results/versions.ts'
import { useCall } from '../../app/api.ts'
import { useZone } from '../../app/places.ts'
import { usePollMs } from '../../app/stream.tsx'
import { Panel } from '../../design/page.tsx'
import { Rows } from '../../design/table.tsx'
import { Number } from './people/number.tsx'
import { usePeoplePath } from './people/path.ts'
import { versionWords as words } from '../../words/report/versions.ts'

/** What each version of an A/B test brought, and which one won and why. Nothing with one version. */
export function Versions({ campaignId: id }: { campaignId: number }) {
  const answer = useCall(showCampaign, { params: { id } }, { keep: true, everyMs: usePollMs() })
  const results = answer.data?.data.version_results ?? null
  return results === null ? null : <Compared campaignId={id} results={results} />
}

type Version = VersionResults['versions'][number]

function Compared({ campaignId, results }: { campaignId: number; results: VersionResults }) {
  const to = usePeoplePath(campaignId)
  const { versions, chosen } = results
  const nameOf = (id: number) => {
    const place = versions.findIndex(({ content }) => content.id === id)
    const name = versions[place]?.content.name ?? ''
    return name === '' ? words.nameless(place) : name
  }
  const share = (key: 'opened' | 'clicked' | 'unsubscribed') => ({
    key,
    word: words[key],
    isNumber: true,
    show: (version: Version) => <Rate share={version[key]} to={to(key, { content: version.content.id })} />,
  })
  return (
    <Panel title={words.title}>
      <Stack gap="sm">
        <Verdict results={results} nameOf={nameOf} />
        <Rows
          caption={words.title}
          columns={[
            {
              key: 'version',
              word: words.version,
              show: ({ content: { id } }) =>
                chosen?.content_id === id ? words.winner(nameOf(id)) : nameOf(id),
            },
            {
              key: 'sent',
              word: words.sent,
              isNumber: true,
              show: ({ sent, content }) => <Number value={sent} to={to('sent', { content: content.id })} />,
            },
            share('opened'),
            share('clicked'),
            share('unsubscribed'),
          ]}
          rows={versions}
          keyOf={({ content }) => String(content.id)}
        />
        <Text size="sm" c="dimmed">
          {words.intervals}
        </Text>
      </Stack>
    </Panel>
  )
}

function Rate({ share: { count, low, high }, to }: { share: Share; to: string | undefined }) {
  if (low === null || high === null) return words.none
  return (
    <>
      <Number value={count} to={to} /> {words.range(low, high)}
    </>
  )
}

function Verdict({ results, nameOf }: { results: VersionResults; nameOf: (id: number) => string }) {
  const zone = useZone()
  const { chosen, best_content_id: best, decides_at: decides, metric } = results
  if (chosen !== null) return <Text>{words.chosen(nameOf(chosen.content_id), chosen, metric, zone)}</Text>
  return (
    <>
      <Text>{best === null ? words.notEnough(metric) : words.best(nameOf(best), metric)}</Text>
      {decides !== null && <Text>{words.decides(decides, zone)}</Text>}
    </>
  )
}
