import { Anchor, Box, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import type { z } from 'zod'
import { showCampaign, type contentSchema } from '../../../src/contract/campaigns/endpoints.ts'
import { listLinkStats } from '../../../src/contract/campaigns/reports.ts'
import { useCall } from '../../app/api.ts'
import { useQueryParam } from '../../app/places.ts'
import { serverUrl } from '../../app/root.ts'
import { count } from '../../design/figures.ts'
import { Answered, Empty } from '../../design/states.tsx'
import { Rows } from '../../design/table.tsx'
import { reportWords } from '../../words/report/reports.ts'
import { withOwnPictures } from '../compose/preview/own-pictures.ts'
import { Bar } from './bar.tsx'
import { Number } from './people/number.tsx'
import { usePeoplePath } from './people/path.ts'
import { overlay, type CountedLink } from './overlay.ts'

const words = reportWords.mail
const linksMax = 500

type Content = z.output<typeof contentSchema>

/** The message with a number on each link, and the same numbers listed with their clicks. */
export function Mail({ campaignId: id }: { campaignId: number }) {
  const [chosen, choose] = useQueryParam('content')
  const campaign = useCall(showCampaign, { params: { id } })
  return (
    <Answered of={campaign}>
      {({ data: { campaign_contents: contents } }) => {
        const content = contents.find((one) => String(one.id) === chosen) ?? contents[0]
        if (content === undefined) return <Empty {...words.empty} />
        const options = contents.map((one) => ({ value: String(one.id), label: one.name || one.subject }))
        return (
          <Stack p="md">
            {contents.length > 1 && (
              <Select
                label={words.content}
                data={options}
                value={String(content.id)}
                onChange={(value) => choose(value ?? '')}
                allowDeselect={false}
                maw={320}
              />
            )}
            <OneContent campaignId={id} content={content} />
          </Stack>
        )
      }}
    </Answered>
  )
}

function OneContent({ campaignId: id, content }: { campaignId: number; content: Content }) {
  const query = { content_id: content.id, per_page: linksMax }
  const answer = useCall(listLinkStats, { params: { id }, query })
  return (
    <Answered of={answer}>
      {({ data }) => {
        const links = data.links
          .toSorted((one, other) => other.clicks_unique - one.clicks_unique || one.link_id - other.link_id)
          .map((link, place) => ({
            id: link.link_id,
            url: link.url,
            clicks: link.clicks_total,
            people: link.clicks_unique,
            number: place + 1,
          }))
        return (
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <Preview content={content} links={links} />
            {links.length === 0 ? <Empty {...words.empty} /> : <Links campaignId={id} links={links} />}
          </SimpleGrid>
        )
      }}
    </Answered>
  )
}

function Preview({ content, links }: { content: Content; links: readonly CountedLink[] }) {
  if (content.html === '') return <Text c="dimmed">{words.textOnly}</Text>
  return (
    <Box>
      <iframe
        title={words.frame(content.name || content.subject)}
        sandbox=""
        srcDoc={overlay(withOwnPictures(content.html, serverUrl), links)}
        style={{
          width: '100%',
          height: 560,
          border: '1px solid var(--quiver-hairline)',
          borderRadius: 6,
          background: '#ffffff',
          colorScheme: 'light',
        }}
      />
      <Text size="sm" c="dimmed">
        {words.foreign}
      </Text>
    </Box>
  )
}

function Links({ campaignId, links }: { campaignId: number; links: readonly CountedLink[] }) {
  const to = usePeoplePath(campaignId)
  const most = Math.max(...links.map(({ people }) => people))
  return (
    <Box>
      <Rows
        caption={words.links}
        columns={[
          {
            key: 'link',
            word: words.link,
            show: ({ number, url }) => (
              <Box miw={180}>
                <Text component="span" fw={600} className="figures" me={6}>
                  {words.number(number)}
                </Text>
                <Anchor href={safe(url)} target="_blank" rel="noreferrer noopener" size="sm">
                  {url}
                </Anchor>
              </Box>
            ),
          },
          { key: 'bar', word: words.share, show: ({ people }) => <Bar value={people} of={most} /> },
          {
            key: 'people',
            word: words.people,
            isNumber: true,
            show: ({ id, people }) => <Number value={people} to={to('clicked', { link: id })} />,
          },
          { key: 'clicks', word: words.clicks, isNumber: true, show: ({ clicks }) => count(clicks) },
        ]}
        rows={links}
        keyOf={({ number }) => number}
      />
      <Text size="sm" c="dimmed">
        {words.same}
      </Text>
    </Box>
  )
}

/** Only what a browser may open from here: a link can have any protocol. */
function safe(url: string): string | undefined {
  return /^https?:\/\//i.test(url) ? url : undefined
}
