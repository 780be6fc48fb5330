import { SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { createAsset, listAssets } from '../../../src/contract/resources/assets.ts'
import { useCall } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { usePageParam, useQueryParam } from '../../app/places.ts'
import { Upload } from '../../campaigns/compose/blocks/pictures.tsx'
import { Page, Panel } from '../../design/page.tsx'
import { Answered, Empty } from '../../design/states.tsx'
import { Pages } from '../../design/table.tsx'
import { pictureWords as words } from '../../words/pictures.ts'
import { PictureCard } from './card.tsx'

const perPage = 48

/** The pictures of the organization: what shows them, and their end. */
export default function AllPictures() {
  const may = useMay()
  const [page, turn] = usePageParam()
  const [q, setQ] = useQueryParam('q')
  const query = { page, per_page: perPage, uses: true, ...(q === '' ? {} : { filename_contains: q }) }
  const found = useCall(listAssets, { query }, { keep: true })
  return (
    <Page title={words.title} lead={words.lead}>
      {may(createAsset) && (
        <Panel>
          <Stack maw="28rem">
            <Upload choose={() => setQ('')} />
          </Stack>
        </Panel>
      )}
      <TextInput
        type="search"
        label={words.search}
        maw="28rem"
        value={q}
        onChange={({ currentTarget: { value } }) => setQ(value)}
      />
      <Answered of={found}>
        {({ data, paging }) =>
          data.length === 0 ? (
            <Panel flush>{q === '' ? <Empty {...words.empty} /> : <Text p="md">{words.none}</Text>}</Panel>
          ) : (
            <>
              <SimpleGrid component="ul" cols={{ base: 1, xs: 2, md: 3, lg: 4 }} p={0} m={0}>
                {data.map((picture) => (
                  <PictureCard key={picture.id} picture={picture} />
                ))}
              </SimpleGrid>
              {paging !== null && <Pages paging={paging} turn={turn} />}
            </>
          )
        }
      </Answered>
    </Page>
  )
}
