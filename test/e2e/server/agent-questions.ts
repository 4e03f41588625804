/**
 * Questions of people, and the first call that answers each: what an agent that sees only the descriptions of the tools must arrive
 * at. The day is 18 November 2026. After a change of a description, let somebody who does not know this table fill it in again.
 */
export const agentQuestions: readonly (readonly [
  question: string,
  tool: string,
  args: Readonly<Record<string, string | number>>,
])[] = [
  [
    'What is on in Leeds tonight?',
    'cinema_search_showtimes',
    { near: 'Leeds', from: '2026-11-18T17:00:00Z', to: '2026-11-19T03:00:00Z' },
  ],
  [
    'Is Dune showing in IMAX near 10001 this weekend?',
    'cinema_search_showtimes',
    { near: '10001', movie: 'Dune', format: 'imax', date: '2026-11-21', days: 2 },
  ],
  [
    'Which cinema closest to 51.5074,-0.1278 shows something tomorrow?',
    'cinema_search_showtimes',
    { near: '51.5074,-0.1278', date: '2026-11-19', sort: 'distance' },
  ],
  [
    'What does theater th_abc123 show in the next three days?',
    'cinema_search_showtimes',
    { theater_id: 'th_abc123', days: 3 },
  ],
  [
    'Four of us want to sit together at showtime st_k2j4. Which seats are best?',
    'cinema_get_showtime',
    { showtime_id: 'st_k2j4', party: 4 },
  ],
  [
    'Ask the cinema now: how many seats are free for showtime st_k2j4?',
    'cinema_get_showtime',
    { showtime_id: 'st_k2j4', source_mode: 'live' },
  ],
  ['How much is a ticket for showtime st_p77?', 'cinema_get_showtime', { showtime_id: 'st_p77' }],
  [
    'When does mv_55aa play in Manchester on Friday evening?',
    'cinema_search_showtimes',
    { near: 'Manchester', movie_id: 'mv_55aa', from: '2026-11-20T17:00:00Z', to: '2026-11-20T23:00:00Z' },
  ],
  [
    'Find 3D screenings of Zootopia 2 near SW1A 1AA within 20 miles.',
    'cinema_search_showtimes',
    { near: 'SW1A 1AA', movie: 'Zootopia 2', format: '3d', radius_miles: 20 },
  ],
  [
    'I saw theater th_9 in an earlier answer. Is Wicked on there on 25 November?',
    'cinema_search_showtimes',
    { theater_id: 'th_9', movie: 'Wicked', date: '2026-11-25' },
  ],
  [
    'Find remote Rust jobs in Germany.',
    'jobs_search',
    { q: 'rust', country: 'DE', workplace_type: 'Remote' },
  ],
  [
    'How many nursing jobs are open in the United States, by company?',
    'jobs_count',
    { by: 'company', q: 'nurse', country: 'US' },
  ],
  ['Which cities have the most data engineer postings?', 'jobs_count', { by: 'city', q: 'data engineer' }],
  ['Show me the whole text of posting jp_0f3.', 'jobs_get', { job_id: 'jp_0f3' }],
  [
    'Part-time jobs near Austin, TX within 15 miles, newest first.',
    'jobs_search',
    { near: 'Austin, TX', radius_miles: 15, employment_type: 'Part Time', sort: 'posted' },
  ],
  [
    'Jobs that pay at least 150,000 dollars for product managers, best paid first.',
    'jobs_search',
    { q: 'product manager', salary_min: 150000, sort: 'salary' },
  ],
  [
    'What did Stripe or Figma post since 1 November?',
    'jobs_search',
    { company: 'Stripe|Figma', posted_after: '2026-10-31' },
  ],
  [
    'How is remote, hybrid and on-site work spread among software engineer jobs in Canada?',
    'jobs_count',
    { by: 'workplace_type', q: 'software engineer', country: 'CA' },
  ],
  ['Find internships in Paris.', 'jobs_search', { city: 'Paris', employment_type: 'Internship' }],
  [
    'Senior or lead security engineers in the UK, please.',
    'jobs_search',
    { q: 'security engineer', seniority: 'Senior|Lead', country: 'GB' },
  ],
  [
    'Which seniority levels do postings with the phrase "machine learning" have?',
    'jobs_count',
    { by: 'seniority', q: '"machine learning"' },
  ],
  [
    'Sales jobs but not in retail, in Spain or Portugal.',
    'jobs_search',
    { q: 'sales -retail', country: 'ES|PT' },
  ],
  [
    'Jobs in Sweden with a salary of at least 600,000 kronor a year.',
    'jobs_search',
    { country: 'SE', salary_min: 600000, salary_currency: 'SEK' },
  ],
  [
    'Which countries have the most temporary jobs?',
    'jobs_count',
    { by: 'country', employment_type: 'Temporary' },
  ],
  ['What is the ticker of Siemens Energy?', 'market_search_symbols', { q: 'Siemens Energy' }],
  ['Which fund has the ISIN IE00B4L5Y983?', 'market_search_symbols', { q: 'IE00B4L5Y983' }],
  ['What does NASDAQ:AAPL trade at?', 'market_get_prices', { symbol: 'NASDAQ:AAPL' }],
  [
    'Show the weekly bars of NYSE:KO since June.',
    'market_get_prices',
    { symbol: 'NYSE:KO', resolution: '1W', from: '2026-06-01' },
  ],
  [
    'Five-minute bars of BINANCE:BTCUSDT, the last 50.',
    'market_get_prices',
    { symbol: 'BINANCE:BTCUSDT', resolution: '5', limit: 50 },
  ],
  ['When does NASDAQ:MSFT report earnings next?', 'market_get_prices', { symbol: 'NASDAQ:MSFT' }],
  [
    'US stocks above 100 dollars with the highest volume.',
    'market_screen',
    { market: 'america', filter: 'close>100', sort: 'volume' },
  ],
  [
    'The ten largest German companies by market capitalisation.',
    'market_screen',
    { market: 'germany', sort: 'market_cap_basic', limit: 10 },
  ],
  ['Which British shares have an RSI below 30?', 'market_screen', { market: 'uk', filter: 'RSI<30' }],
  ['Which coins rose most today?', 'market_screen', { market: 'coin', sort: 'change' }],
  [
    'From now on, tell me when a company gets or loses a certification.',
    'changes_since',
    { service: 'trust', cursor: 'now', type: 'certification.added,certification.removed' },
  ],
  ['What is on at theater th_9 this week?', 'cinema_search_showtimes', { theater_id: 'th_9', days: 7 }],
  [
    'Calls on NASDAQ:AAPL with strikes from 200 to 260 that expire on 15 January 2027.',
    'market_option_chain',
    { symbol: 'NASDAQ:AAPL', type: 'call', strike_min: 200, strike_max: 260, expiration: '2027-01-15' },
  ],
  [
    'What is the implied volatility of the 150 strike call of NASDAQ:NVDA for 18 December 2026?',
    'market_option_chain',
    { symbol: 'NASDAQ:NVDA', type: 'call', strike_min: 150, strike_max: 150, expiration: '2026-12-18' },
  ],
  ['Find currency pairs with the Swiss franc.', 'market_search_symbols', { q: 'CHF', type: 'forex' }],
  ['Is Notion SOC 2 certified?', 'trust_get_company', { company: 'Notion' }],
  ['Which vendors does linear.app use?', 'trust_get_company', { company: 'linear.app' }],
  ['Who uses OpenAI as a subprocessor?', 'trust_vendor_companies', { vendor_id: 'openai' }],
  [
    'Which companies are affected if Amazon Web Services fails?',
    'trust_vendor_companies',
    { vendor_id: 'aws' },
  ],
  ['Where is the trust center of Vercel?', 'trust_get_company', { company: 'vercel.com' }],
  ['How many companies rely on stripe.com?', 'trust_vendor_companies', { vendor_id: 'stripe.com' }],
  ['What does cmp_1a2b publish about its security?', 'trust_get_company', { company: 'cmp_1a2b' }],
  [
    'Tell me from now on which jobs are opened or closed.',
    'changes_since',
    { service: 'jobs', cursor: 'now' },
  ],
  [
    'I follow cinema changes and my last cursor was c_81. What is new?',
    'changes_since',
    { service: 'cinema', cursor: 'c_81' },
  ],
  [
    'Which trust centers changed since the beginning of the stored changes?',
    'changes_since',
    { service: 'trust' },
  ],
  [
    'Has anything new happened in the public notices? Start now.',
    'changes_since',
    { service: 'notices', cursor: 'now' },
  ],
  [
    'The last job search said next_cursor "abc" for q=chef in France. Show me more.',
    'jobs_search',
    { q: 'chef', country: 'FR', cursor: 'abc' },
  ],
  [
    'Give me a longer list than usual, up to 32 kB: showtimes in Bristol tomorrow.',
    'cinema_search_showtimes',
    { near: 'Bristol', date: '2026-11-19', detail: 'full' },
  ],
  ['Which airlines hire pilots?', 'jobs_count', { by: 'company', q: 'pilot' }],
  ['What is Tesla worth today?', 'market_search_symbols', { q: 'Tesla' }],
  [
    'How has the price of gold futures developed? I do not know the symbol.',
    'market_search_symbols',
    { q: 'gold', type: 'futures' },
  ],
  [
    'On which evening this week can two of us see a subtitled film in Edinburgh?',
    'cinema_search_showtimes',
    { near: 'Edinburgh', date: '2026-11-18', days: 5, format: 'subtitled', together: 2 },
  ],
  [
    'Wheelchair-friendly or audio-described screenings near Cardiff?',
    'cinema_search_showtimes',
    { near: 'Cardiff', accessibility: 'wheelchair_accessible|audio_description' },
  ],
  ['How much do jobs for welders pay? Sort by pay.', 'jobs_search', { q: 'welder', sort: 'salary' }],
  ['Which of my nearest jobs are closest to M1 1AE?', 'jobs_search', { near: 'M1 1AE', sort: 'distance' }],
  [
    'Which tech stocks in the US pay a dividend yield above 5 percent?',
    'market_screen',
    { market: 'america', filter: 'dividends_yield>5,sector=Technology Services' },
  ],
]
