/** The names of the scanner's columns, by kind of instrument and by type. */

export type FieldType =
  | 'text'
  | 'bool'
  | 'number'
  | 'price'
  | 'percent'
  | 'fundamental_price'
  | 'time'
  | 'time-yyyymmdd'
  | 'num_slice'
  | 'map'
  | 'interface'
  | 'set'

export type FieldTable = Readonly<Partial<Record<FieldType, string>>>

/** For all instruments, options and economic series included. */
export const everywhere: FieldTable = {
  text: `type exchange submarket currency base_currency_kind cryptoasset-info.{description,id} currency_id currency_kind
    description kind logoid market name subtype update_mode`,
  bool: 'is_primary active_symbol is_blacklisted is_shariah_compliant is_symbol_primary_listing',
  percent: `change change_from_open gap {post,pre}market_change premarket_change_from_open premarket_gap current_yield
    gap_{down,up} {post,pre}_change volume_change`,
  price: `change_abs close change_from_open_abs high low open {post,pre}market_change_abs gap_{down,up}_abs
    pre_change_abs`,
  number: `volume Perf.All premarket_change_from_open_abs bars_count coupon days_to_maturity
    enterprise_value_{ebit,ebitda,sales}_fwd price_{book,earnings,sales}_fwd indicators_bars_count kind-delay
    last_bar_update_time volume_change_abs`,
  time: 'expiration last-price-update-time{,-intraday} time update_time',
  interface: 'indexes',
  'time-yyyymmdd': 'maturity_date',
  set: 'typespecs',
}

export const format: FieldTable = {
  text: 'fractional source-logoid',
  number: 'minmov minmove2 pricescale update-time',
}

export const bidAsk: FieldTable = { price: 'ask bid' }

const lengths = '2,3,5,6,7,8,9,10,12,13,14,15,20,21,25,26,30,34,40,50,55,60,75,89,100,120,144,150,200,250,300'

/** Technical indicators; each also exists for every timeframe. */
export const technical: FieldTable = {
  number: `Recommend.{All,MA,Other} Rec.{BBPower,HullMA9,Ichimoku,Stoch.RSI,UO,VWMA,WR}
    {SMA,EMA}{${lengths}} HullMA{9,20,200} VWMA VWAP P.SAR
    RSI{,2,3,4,5,7,9,10,20,21,30}{,[1]} Stoch.{K,D}{,_14_1_3,_5_3_3,_6_3_3,_8_3_3}{,[1]} Stoch.RSI.{K,D}
    MACD.{macd,signal,hist} CCI20{,[1]} ADX{,_9,_20,_50,_100} ADX{+,-}DI{,_9,_20,_50,_100}{,[1]} AO{,[1],[2]}
    Mom{,_14}{,[1]} W.R BBPower UO ROC Aroon.{Up,Down} ATR ATRP ADR ADRP ChaikinMoneyFlow MoneyFlow
    BB.{lower,upper,basis}{,_50} KltChnl.{lower,upper,basis} DonchCh20.{Lower,Upper,Middle}
    Ichimoku.{BLine,CLine,Lead1,Lead2}{,_20_60_120_30}
    Pivot.M.{Camarilla,Classic,Fibonacci,Woodie}.{Middle,R1,R2,R3,S1,S2,S3} Pivot.M.Demark.{Middle,R1,S1}
    Volatility.{D,W,M} relative_volume_10d_calc average_volume_{10,30,60,90}d_calc
    Candle.{3BlackCrows,3WhiteSoldiers,AbandonedBaby.{Bearish,Bullish},DarkCloudCover.Bearish,Doji,Doji.{Dragonfly,Gravestone}}
    Candle.{DojiStar.{Bearish,Bullish},DownsideTasukiGap.Bearish,Engulfing.{Bearish,Bullish},EveningDojiStar.Bearish}
    Candle.{EveningStar,FallingThreeMethods.Bearish,FallingWindow.Bearish,Hammer,HangingMan,Harami.{Bearish,Bullish}}
    Candle.{HaramiCross.{Bearish,Bullish},InvertedHammer,Kicking.{Bearish,Bullish},LongShadow.{Lower,Upper}}
    Candle.{Marubozu.{Black,White},MorningDojiStar.Bullish,MorningStar,OnNeck.Bearish,Piercing.Bullish}
    Candle.{RisingThreeMethods.Bullish,RisingWindow.Bullish,ShootingStar,SpinningTop.{Black,White}}
    Candle.{TriStar.{Bearish,Bullish},TweezerBottom.Bullish,TweezerTop.Bearish,UpsideTasukiGap.Bullish}`,
}

/** For all instruments with a chart. */
export const charted: FieldTable = {
  text: 'sector current_session fundamental_currency_code provider-id',
  number: `{High,Low}.{1M,3M,5D,6M,All,All.Calc} Open.All.Calc price_52_week_{high,low}
    Perf.{W,1M,3M,6M,YTD,Y,3Y,5Y,5D,10Y} Perf.{W,1M,3M,6M,YTD,Y,3Y,5Y,5D,10Y,All}_abs time_business_day`,
  price: 'all_time_{high,low,open} Low.After.High.All low_after_high_all_change_abs',
  percent: 'low_after_high_all_change',
  time: `{High,Low}.{1M,3M,6M,All,All.Calc}.Date all_time_{high,low}_day first_bar_time price_52_week_{high,low}_date`,
  map: `rates_{cf,current,dividend_recent,dividend_upcoming,earnings_fq,earnings_next_fq,fh,fq,fy,mc,pt,time_series,ttm}`,
}

export const stocks: FieldTable = {
  text: `index country industry actively_managed asset_class brand category cfi_code country_code_fund
    currency_hedged_flag dividend_frequency_{recent,upcoming} dividend_treatment dividends_frequency etf_fund_currency
    fiscal_period_{current,fy} focus frequency_{recent,upcoming} holdings_region holds_derivatives_flag index_id
    index_provider issuer k1_form leverage leverage_ratio leveraged_flag niche selection_criteria strategy
    top_revenue_country_code transparent_holding_flag ucits_compliant_flag weighting_scheme`,
  bool: 'has_ipo_data has_ipo_details_visible ipo_blank_check_flag',
  price: '{post,pre}market_{close,high,low,open} price_sales price_target_1y rtc',
  fundamental_price: `market_cap_basic basic_eps_net_income last_annual_{eps,revenue} dividends_paid
    earnings_per_share_{basic,diluted}_{fh,fq,fy,ttm} earnings_per_share_{fh,fq,fy}
    earnings_per_share_forecast{_fq,_next_{fh,fq,fy}} revenue_forecast{_fq,_next_{fh,fq,fy}} revenue_fq
    eps_{surprise_fq,estimate_ntm} revenue_surprise_fq revenue_estimate_ntm
    cash_n_short_term_invest_{estimate_{fh,fq,fy},fq,fy} cash_n_equivalents_{fq,fy}
    dps_common_stock_prim_issue_{fh,fq,fy,ttm} dividends_per_share_fq dps_estimate_{fh,fq,fy,ntm}
    {ebitda,free_cash_flow}{,_{fh,fq,fy,ttm},_estimate_{fh,fq,fy,ntm},_per_employee_fy,_per_share_{current,fh,fq,fy,ttm}}
    gross_profit{,_{fh,fq,fy,ttm},_estimate_{fh,fq,fy,ntm}}
    net_income{,_{fh,fq,fy,ttm},_estimate_{fh,fq,fy,ntm},_per_employee_fy} net_income_bef_disc_oper_fy
    total_revenue{,_{fh,fq,fy,ttm}} revenue_per_employee{,_fy} revenue_per_share_{current,fh,fq,fy,ttm}
    total_assets{,_{fq,fy},_estimate_{fh,fq,fy},_per_employee_fy} total_current_assets{,_{fq,fy}}
    total_debt{,_{fq,fy},_estimate_{fh,fq,fy},_per_employee_fy,_per_share_{current,fh,fq,fy}}
    {goodwill,net_debt}{,_{fq,fy}} {total_liabilities,total_current_liabilities,total_equity,shrhldrs_equity}_{fq,fy}
    {long,short}_term_debt_{fq,fy} enterprise_value_{current,fq} working_capital_{fq,per_share_{current,fh,fq,fy}}
    {book_tangible,book_value,cash}_per_share_{current,fh,fq,fy} book_value_per_share_estimate_{fh,fq,fy}
    {capex,operating_cash_flow}_per_share_{current,fh,fq,fy,ttm}
    {capital_expenditures,research_and_dev,cash_f_{financing,investing,operating}_activities}_{fh,fq,fy,ttm}
    {capital_expenditures,research_and_dev,cash_f_{financing,investing,operating}_activities}_estimate_{fh,fq,fy,ntm}
    {cost_of_goods,sell_gen_admin_exp_total}_estimate_{fh,fq,fy,ntm} research_and_dev_per_employee_fy
    {income_from_cont_ops,net_revenue_after_provision,net_revenue,oper_income,total_cash_dividends_paid}_{fh,fq,fy,ttm}
    neg_{capital_expenditures,research_and_dev,total_cash_dividends_paid}_{fh,fq,fy,ttm} oper_income_per_employee_fy
    ebit_{ttm,estimate_{fh,fq,fy,ntm},per_share_{current,fh,fq,fy,ttm}} sell_gen_admin_exp_other_{fy,ttm}
    issuance_of_stock_net_ttm ncavps_ratio_{current,fh,fq,fy} diluted_shares_outstanding_fq sum_for_enterprise_value
    {,dividend_}amount_{recent,upcoming} indicated_annual_dividend buyback_yield
    aum nav fund_flows.{1M,1Y,3M,3Y,5Y,YTD}`,
  percent: `{ebitda,earnings_per_share_diluted,free_cash_flow,gross_profit,net_income,total_revenue,capital_expenditures}_{qoq_growth_fq,yoy_growth_{fq,fy,ttm}}
    total_{assets,debt}_{qoq_growth_fq,yoy_growth_{fq,fy}} dps_common_stock_prim_issue_yoy_growth_fy
    {gross,operating,net}_margin{,_fy,_ttm} pre_tax_margin{,_ttm} after_tax_margin gross_margin_percent_ttm
    {free_cash_flow,ebitda}_margin_{fy,ttm} {gross_profit,oper_income,net_income_bef_disc_oper}_margin_fy
    {research_and_dev,sell_gen_admin_exp_other}_ratio_{fy,ttm} return_on_{assets,equity,invested_capital}{,_fq,_fy}
    return_on_{capital_employed,tang_assets,tang_equity,total_capital}_{fq,fy}
    return_on_{common_equity,equity_adjust_to_book}_{fy,ttm} return_of_invested_capital_percent_ttm
    dividend_payout_ratio_{fy,ttm} dividend_payout_ratio_percent_{fq,fy} dividends_yield_{current,fq,fy}
    {earnings_per_share_basic,free_cash_flow,net_income,total_revenue}_cagr_5y
    {earnings_per_share_diluted,total_revenue}_5y_growth_fy earnings_yield
    effective_interest_rate_on_debt_{fy,ttm} eps_diluted_growth_percent_{fq,fy} {eps,revenue}_surprise_percent_fq
    float_shares_percent_current ipo_offer_price_performance price_target_1y_delta share_buyback_ratio_{fq,fy}
    {sloan_ratio,sustainable_growth_rate}_{fy,ttm} weight_top_{10,25,50}`,
  number: `number_of_{employees,shareholders}{,_fy} price_earnings_{ttm,current,growth_ttm,forward_fy} beta_{1,3,5}_year
    {current,quick}_ratio{,_current,_fq,_fy} debt_to_equity{,_fq,_fy} debt_to_asset{s,_fq,_fy} debt_to_revenue_{fy,ttm}
    {dividend_,}yield_{recent,upcoming} dividends_yield enterprise_value_ebitda_{ttm,current}
    enterprise_value_to_{ebit,free_cash_flow,gross_profit,revenue}_ttm {post,pre}market_volume
    price_{book,sales}_ratio price_book_{fq,current} price_free_cash_flow_{ttm,current} price_revenue_ttm
    price_sales_current price_cash_flow_current price_annual_{book,sales} price_to_{cash_f_operating_activities_ttm,cash_ratio,working_capital_fq}
    non_gaap_price_to_earnings_per_share_forecast_next_fy float_shares_outstanding{,_current} shares_outstanding
    total_shares_outstanding{,_fundamental,_calculated,_current} market_cap_calc AvgValue.Traded_{10,30,60,90}d
    Perf.{1M,1W,1Y,3M,5Y,6M,YTD}.MarketCap {altman_z,zmijewski}_score_{fy,ttm} piotroski_f_score_{fy,ttm}
    asset_turnover_{current,fy} invent_turnover_{current,fy} {fixed_assets,receivables}_turnover_{fq,fy}
    {aum,nav}_perf.{1M,1Y,3M,3Y,5Y,YTD} nav_total_return.{1M,1Y,3M,3Y,5Y,6M,YTD} nav_discount_premium expense_ratio
    etf_holdings_count inverse_flag average_volume relative_volume cash_ratio cash_dividend_coverage_ratio_{fy,ttm}
    cash_n_short_term_invest_to_total_{current_liabilities,debt}_{fq,fy} continuous_dividend_{growth,payout}
    earnings_publication_type_{fq,next_fq} earnings_release_{,next_}time
    {ebitda,ebitda_less_capex}_interst_cover_{fy,ttm} interst_cover_{fy,ttm} expected_annual_dividends
    graham_numbers_{fy,ttm} index_priority ipo_{deal_amount,market_cap,offer_price}_usd ipo_price_range_usd_{max,min}
    ipo_offered_shares{,_primary,_secondary} ipo_{shares_outstanding,splitfactor_to_offer} last_report_frequency
    long_term_capital long_term_debt_to_assets_{fq,fy} long_term_debt_to_equity_fq net_debt_to_ebitda_{fq,fy}
    preferred_dividends price_target_{average,high,low,median} recommendation_{buy,hold,mark,over,sell,total,under}
    shrhldrs_equity_to_total_assets_{fq,fy} tobin_q_ratio_{fq,fy} total_assets_to_equity_{fq,fy} total_capital
    total_debt_to_{capital,ebitda}_{fq,fy} {daily,minute}-bar.time`,
  time: `earnings_release_{,next_}{date,calendar_date} earnings_release_{,next_}trading_date_{fq,fy}
    {dividend_ex_date,dividend_payment_date,ex_dividend_date,payment_date}_{recent,upcoming} next_dividend_date
    fiscal_period_end_{current,fh,fq,fy} most_recent_quarter_date ipo_{announcement_date,offer_date,offer_time}
    launch_date {post,pre}market_time`,
  num_slice: `{ebitda,free_cash_flow,gross_profit,net_income,total_revenue,capital_expenditures_unchanged}_{fq,fy,ttm}_h
    earnings_per_share_diluted_{fq,fy,ttm}_h earnings_per_share_basic_fy_h dps_common_stock_prim_issue_fy_h
    total_{assets,debt}_{fq,fy}_h fiscal_period_fy_h fiscal_period_end_fh_h`,
  interface: 'earnings_fq_h revenues_fq_h',
}

export const coins: FieldTable = {
  text: 'country centralization blockchain-id',
  fundamental_price: 'total_value_traded 24h_vol_cmc',
  number: `market_cap_{calc,diluted_calc} total_shares_{outstanding,diluted} circulating_supply total_supply max_supply
    24h_vol_change_cmc 24h_vol_to_market_cap crypto_total_rank dex_total_liquidity dex_txs_count_24h socialdominance
    AvgValue.Traded_{10,30,60,90}d`,
  set: 'crypto_common_categories',
}

export const currencyPairs: FieldTable = { text: 'country', number: 'AvgValue.Traded_{10,30,60,90}d' }

export const futures: FieldTable = { text: 'country_code product', number: 'open_interest popularity_rank' }

export const options: FieldTable = {
  percent: 'bid_ask_spread_pct',
  price: 'strike',
  text: 'option-type',
}

export const economics: FieldTable = {
  text: 'country_code economic-category-id measure unit-id value-unit-id',
  map: charted.map ?? '',
}

export const bonds: FieldTable = {
  text: `country sector industry country_code measure region current_session fundamental_currency_code provider-id
    Bond.Currency bond_fitch_{outlook,rating}_lt bond_issuer_{cr_parent{,_stock_symbol},stock_symbol,type}
    bond_issuer_snp_{outlook,rating}_{lt,st} bond_snp_{outlook,rating}_lt bond_type_gen bus_day_conv_method
    call_{frequency,option} cfi_code conversion_option country_{code_fund,fund}
    coupon_{change_type,currency,daycount_type,exdate_gap,frequency,link,pmt_date_type,reset_frequency,type_current,type_general,underlying_index}
    covenant credit_enhancement_{status,type} duration_type inflation_protection issue_status
    issuer_fitch_{outlook,rating}_{lt,st} issuer_snp_rating_{lt,st} make_whole_call_option maturity_type offer_type
    ownership_form placement_type pledge_status poison_put_option premature_redemption principal_redemption_type
    put_{frequency,option} redemption_type seniority_level sinking_fund social_responsibility term-to-maturity
    value-unit-id`,
  percent: `{ask,bid,close}_pct bid_ask_spread_pct call_next_price coupon_rate_{ceiling,floor} current_coupon
    final_redemption_amount offer_price_pct put_next_price yield_to_{call,maturity,put,worst}`,
  price: 'all_time_{high,low,open} {daily,minute}-bar.close rtc',
  number: `_pine_close_ amount_outstanding_ratio bond_investment_grade coupon_exdate_gap_sort {daily,minute}-bar.time
    forex_priority index_priority make_whole_call_spread maturity-date original_maturity popularity_rank
    years_to_maturity`,
  fundamental_price: `accrued_coupon_interest {ask,bid,close}_net denom_{increment,min} issue_amount nominal_value
    outstanding_amount`,
  time: `all_time_{high,low}_day call_next_date coupon_date_{next,prev} coupon_next_reset_date issue_date
    make_whole_call_{end,start}_date offer_date put_next_date`,
  interface: 'bond_agents bond_issuer_snp_rating_{lt,st}_h bond_snp_rating_lt_h redemptions_h',
  map: charted.map ?? '',
  set: 'use_of_proceeds',
}

/** Valid, but missing from the provider's lists. */
export const unlisted: FieldTable = {
  text: `AnalystRating TechRating_1D isin isin-displayed currency-logoid base-currency-logoid currency_logoid
    base_currency_logoid base_currency base_currency_desc short_name pro_name country_code source_logoid popularity`,
  number: `Value.Traded relative_volume_intraday`,
  interface: 'ticker-view',
}

export const unlistedOptions: FieldTable = {
  number: 'delta gamma theta vega rho iv bid_iv ask_iv theoPrice open_interest',
  text: 'root underlying_symbol',
}
