/** Real cities, so that a search near a place finds the made-up theaters. */

export interface City {
  readonly name: string
  readonly state?: string
  readonly postalCode: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly lat: number
  readonly lon: number
  /** IANA name. */
  readonly timezone: string
}

/** Name | state | postal code | latitude | longitude | time zone, if not that of the country. */
const table: Readonly<Record<string, { readonly zone: string; readonly cities: string }>> = {
  GB: {
    zone: 'Europe/London',
    cities: `London | | WC2N 5DU | 51.5074 | -0.1278
      Camden | | NW1 8QP | 51.5390 | -0.1426
      Greenwich | | SE10 9NN | 51.4826 | 0.0077
      Manchester | | M1 1AE | 53.4808 | -2.2426
      Birmingham | | B1 1BB | 52.4862 | -1.8904
      Leeds | | LS1 5DL | 53.8008 | -1.5491
      Glasgow | | G1 1XQ | 55.8642 | -4.2518
      Edinburgh | | EH1 1YZ | 55.9533 | -3.1883
      Cardiff | | CF10 1EP | 51.4816 | -3.1791
      Bristol | | BS1 4DJ | 51.4545 | -2.5879
      Liverpool | | L1 8JQ | 53.4084 | -2.9916
      Newcastle upon Tyne | | NE1 7RU | 54.9783 | -1.6178
      Sheffield | | S1 2HE | 53.3811 | -1.4701
      Nottingham | | NG1 5DT | 52.9548 | -1.1581
      Leicester | | LE1 5YA | 52.6369 | -1.1398
      Norwich | | NR2 1NH | 52.6309 | 1.2974
      Brighton | | BN1 1EE | 50.8225 | -0.1372
      Southampton | | SO14 7DU | 50.9097 | -1.4044
      Plymouth | | PL1 1EA | 50.3755 | -4.1427
      Exeter | | EX1 1GJ | 50.7184 | -3.5339
      York | | YO1 9QL | 53.9600 | -1.0873
      Oxford | | OX1 1PT | 51.7520 | -1.2577
      Cambridge | | CB2 3QF | 52.2053 | 0.1218
      Aberdeen | | AB10 1AB | 57.1497 | -2.0943
      Swansea | | SA1 3SN | 51.6214 | -3.9436
      Belfast | | BT1 5GS | 54.5973 | -5.9301
      Bath | | BA1 1LN | 51.3811 | -2.3590
      Inverness | | IV1 1HY | 57.4778 | -4.2247`,
  },
  IE: {
    zone: 'Europe/Dublin',
    cities: `Dublin | | D01 F5P2 | 53.3498 | -6.2603
      Cork | | T12 W8KP | 51.8985 | -8.4756
      Galway | | H91 W2XT | 53.2707 | -9.0568`,
  },
  US: {
    zone: 'America/New_York',
    cities: `New York | NY | 10001 | 40.7506 | -73.9971
      Brooklyn | NY | 11201 | 40.6943 | -73.9903
      Boston | MA | 02108 | 42.3575 | -71.0652
      Philadelphia | PA | 19103 | 39.9529 | -75.1746
      Washington | DC | 20005 | 38.9045 | -77.0316
      Atlanta | GA | 30303 | 33.7525 | -84.3888
      Miami | FL | 33130 | 25.7672 | -80.2055
      Cleveland | OH | 44113 | 41.4846 | -81.7018
      Chicago | IL | 60601 | 41.8858 | -87.6181 | America/Chicago
      Minneapolis | MN | 55401 | 44.9854 | -93.2699 | America/Chicago
      St. Louis | MO | 63101 | 38.6346 | -90.1913 | America/Chicago
      Dallas | TX | 75201 | 32.7904 | -96.8044 | America/Chicago
      Austin | TX | 78701 | 30.2713 | -97.7426 | America/Chicago
      Houston | TX | 77002 | 29.7569 | -95.3625 | America/Chicago
      New Orleans | LA | 70112 | 29.9605 | -90.0753 | America/Chicago
      Nashville | TN | 37203 | 36.1504 | -86.7916 | America/Chicago
      Denver | CO | 80202 | 39.7491 | -104.9946 | America/Denver
      Salt Lake City | UT | 84101 | 40.7559 | -111.8967 | America/Denver
      Phoenix | AZ | 85004 | 33.4550 | -112.0686 | America/Phoenix
      Las Vegas | NV | 89101 | 36.1721 | -115.1224 | America/Los_Angeles
      Los Angeles | CA | 90012 | 34.0614 | -118.2385 | America/Los_Angeles
      San Diego | CA | 92101 | 32.7199 | -117.1810 | America/Los_Angeles
      San Francisco | CA | 94103 | 37.7725 | -122.4147 | America/Los_Angeles
      Portland | OR | 97205 | 45.5207 | -122.7102 | America/Los_Angeles
      Seattle | WA | 98101 | 47.6114 | -122.3305 | America/Los_Angeles
      Anchorage | AK | 99501 | 61.2116 | -149.8761 | America/Anchorage
      Honolulu | HI | 96813 | 21.3179 | -157.8521 | Pacific/Honolulu`,
  },
  CA: {
    zone: 'America/Toronto',
    cities: `Toronto | ON | M5B 2H1 | 43.6532 | -79.3832
      Mississauga | ON | L5B 3Y3 | 43.5890 | -79.6441
      Ottawa | ON | K1P 1J1 | 45.4215 | -75.6972
      Hamilton | ON | L8P 4R5 | 43.2557 | -79.8711
      Kingston | ON | K7L 3N6 | 44.2312 | -76.4860
      Montréal | QC | H3B 1A7 | 45.5017 | -73.5673
      Québec | QC | G1R 2J5 | 46.8139 | -71.2080
      Sherbrooke | QC | J1H 5B9 | 45.4042 | -71.8929
      Halifax | NS | B3J 1S9 | 44.6488 | -63.5752 | America/Halifax
      Moncton | NB | E1C 1E8 | 46.0878 | -64.7782 | America/Moncton
      St. John’s | NL | A1C 5M2 | 47.5615 | -52.7126 | America/St_Johns
      Winnipeg | MB | R3C 0V8 | 49.8951 | -97.1384 | America/Winnipeg
      Regina | SK | S4P 3A3 | 50.4452 | -104.6189 | America/Regina
      Saskatoon | SK | S7K 0J5 | 52.1332 | -106.6700 | America/Regina
      Calgary | AB | T2P 1J9 | 51.0447 | -114.0719 | America/Edmonton
      Edmonton | AB | T5J 0N3 | 53.5461 | -113.4938 | America/Edmonton
      Vancouver | BC | V6B 1A1 | 49.2827 | -123.1207 | America/Vancouver
      Victoria | BC | V8W 1P6 | 48.4284 | -123.3656 | America/Vancouver
      Kelowna | BC | V1Y 6N7 | 49.8880 | -119.4960 | America/Vancouver
      Whitehorse | YT | Y1A 1C2 | 60.7212 | -135.0568 | America/Whitehorse`,
  },
  AU: {
    zone: 'Australia/Sydney',
    cities: `Sydney | NSW | 2000 | -33.8688 | 151.2093
      Parramatta | NSW | 2150 | -33.8150 | 151.0011
      Newcastle | NSW | 2300 | -32.9283 | 151.7817
      Wollongong | NSW | 2500 | -34.4278 | 150.8931
      Canberra | ACT | 2601 | -35.2809 | 149.1300
      Melbourne | VIC | 3000 | -37.8136 | 144.9631 | Australia/Melbourne
      Geelong | VIC | 3220 | -38.1499 | 144.3617 | Australia/Melbourne
      Hobart | TAS | 7000 | -42.8821 | 147.3272 | Australia/Hobart
      Brisbane | QLD | 4000 | -27.4698 | 153.0251 | Australia/Brisbane
      Gold Coast | QLD | 4217 | -28.0167 | 153.4000 | Australia/Brisbane
      Cairns | QLD | 4870 | -16.9186 | 145.7781 | Australia/Brisbane
      Adelaide | SA | 5000 | -34.9285 | 138.6007 | Australia/Adelaide
      Darwin | NT | 0800 | -12.4634 | 130.8456 | Australia/Darwin
      Perth | WA | 6000 | -31.9523 | 115.8613 | Australia/Perth
      Fremantle | WA | 6160 | -32.0569 | 115.7439 | Australia/Perth
      Broken Hill | NSW | 2880 | -31.9530 | 141.4530 | Australia/Broken_Hill`,
  },
  NZ: {
    zone: 'Pacific/Auckland',
    cities: `Auckland | | 1010 | -36.8485 | 174.7633
      Wellington | | 6011 | -41.2866 | 174.7756
      Christchurch | | 8011 | -43.5321 | 172.6362
      Dunedin | | 9016 | -45.8788 | 170.5028`,
  },
  FR: {
    zone: 'Europe/Paris',
    cities: `Paris | | 75001 | 48.8606 | 2.3376
      Montreuil | | 93100 | 48.8638 | 2.4485
      Lyon | | 69002 | 45.7578 | 4.8320
      Marseille | | 13001 | 43.2965 | 5.3698
      Toulouse | | 31000 | 43.6047 | 1.4442
      Bordeaux | | 33000 | 44.8378 | -0.5792
      Lille | | 59000 | 50.6292 | 3.0573
      Nantes | | 44000 | 47.2184 | -1.5536
      Strasbourg | | 67000 | 48.5734 | 7.7521
      Nice | | 06000 | 43.7102 | 7.2620`,
  },
  ES: {
    zone: 'Europe/Madrid',
    cities: `Madrid | | 28013 | 40.4168 | -3.7038
      Alcobendas | | 28100 | 40.5475 | -3.6420
      Barcelona | | 08002 | 41.3851 | 2.1734
      Badalona | | 08911 | 41.4500 | 2.2474
      Valencia | | 46002 | 39.4699 | -0.3763
      Sevilla | | 41001 | 37.3891 | -5.9845
      Zaragoza | | 50001 | 41.6488 | -0.8891
      Málaga | | 29015 | 36.7213 | -4.4214
      Bilbao | | 48001 | 43.2630 | -2.9350
      Palma | | 07001 | 39.5696 | 2.6502
      Las Palmas | | 35001 | 28.1235 | -15.4363 | Atlantic/Canary
      Murcia | | 30001 | 37.9922 | -1.1307
      Granada | | 18001 | 37.1773 | -3.5986
      Alicante | | 03001 | 38.3452 | -0.4810`,
  },
  BR: {
    zone: 'America/Sao_Paulo',
    cities: `São Paulo | SP | 01310-100 | -23.5617 | -46.6560
      Manaus | AM | 69010-060 | -3.1316 | -60.0233 | America/Manaus
      Fortaleza | CE | 60060-120 | -3.7227 | -38.5269 | America/Fortaleza`,
  },
  SE: {
    zone: 'Europe/Stockholm',
    cities: `Stockholm | | 111 20 | 59.3326 | 18.0649
      Göteborg | | 411 16 | 57.7035 | 11.9668`,
  },
  DE: {
    zone: 'Europe/Berlin',
    cities: `Heidelberg | | 69117 | 49.4094 | 8.6947
      Leipzig | | 04109 | 51.3406 | 12.3747`,
  },
  PL: {
    zone: 'Europe/Warsaw',
    cities: `Gdańsk | | 80-209 | 54.3520 | 18.6466
      Łódź | | 90-001 | 51.7592 | 19.4560`,
  },
  CZ: {
    zone: 'Europe/Prague',
    cities: `Praha | | 110 00 | 50.0755 | 14.4378
      Brno | | 602 00 | 49.1951 | 16.6068
      Ostrava | | 702 00 | 49.8209 | 18.2625
      Plzeň | | 301 00 | 49.7384 | 13.3736
      Liberec | | 460 01 | 50.7663 | 15.0543
      Olomouc | | 779 00 | 49.5938 | 17.2509
      České Budějovice | | 370 01 | 48.9757 | 14.4803
      Hradec Králové | | 500 02 | 50.2092 | 15.8328`,
  },
}

export function citiesOf(country: string): City[] {
  const { zone, cities } = table[country] ?? { zone: '', cities: '' }
  return cities.split('\n').map((line) => {
    const [name = '', state = '', postalCode = '', lat = '', lon = '', cityZone] = line
      .split('|')
      .map((part) => part.trim())
    return {
      name,
      ...(state === '' ? {} : { state }),
      postalCode,
      country,
      lat: Number(lat),
      lon: Number(lon),
      timezone: cityZone ?? zone,
    }
  })
}
