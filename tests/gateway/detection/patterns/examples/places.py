"""Addresses, places and organisations: a text with a match for each pattern."""

from __future__ import annotations

from typing import Final

PLACES: Final = {
    "postcode_us": "IL 62704",
    "postcode_uk": "SW1A 1AA",
    "postcode_canada": "K1A 0B1",
    "postcode_labelled": "zip code 62704",
    "street_english": "12 North Elm Street Apt. 4, Springfield, IL 62704",
    "street_germanic": "Lange Hauptstraße 12 a",
    "street_french": "10 bis, rue de la Paix, 75002",
    "street_number_last": "Calle de la Rosa 5",
    "street_unit": "P.O. Box 123",
    "street_cyrillic": "ул. Садовая, д. 14",
    "street_turkish": "Lale Sok. No: 7/3",
    "street_greek": "οδός Κανάρη 7",
    "street_hebrew": "רחוב הזית 12",
    "street_arabic": "شارع النصر، عمارة 12",
    "house_indian": "मकान नं. 45",
    "street_by_place": "lives at 27 Curlew Bank",
    "street_german_told": "wohnt Im Wiesengrund 4",
    "home_by_units": "House No 12, Sector 9",
    "home_in_hamlet": "lieu-dit La Grange Haute",
    "street_numbered": "Carrera 15 # 93-47",
    "coordinates": "48.8584, 2.2945",
    "coordinates_labelled": "latitude: 48.8584",
    "coordinates_in_degrees": "40°26'46\"N 79°58'56\"W",
    "flat_in_script": "ห้อง 512/88",
    "address_chinese": "望江路56号7栋1103室",
    "address_japanese": "南森市柳町3丁目5番12号",
    "address_korean": "가람시 솔미구 은빛로 12, 103동 1502호",
    "address_thai": "45/7 หมู่ 3 ถนนดอกบัว ตำบลนาทุ่ง",
    "home_town_eastern": "老家攀枝花的",
    "flat_thai": "คอนโดสุขใจ อาคาร 2 ชั้น 7 ห้อง 714",
    "flat_japanese": "メゾン若葉203号室",
    "flat_korean": "행복빌라 302호",
    "organisation_chinese": "在云帆科技",
    "organisation_japanese": "松葉病院に",
    "organisation_korean": "다온물류",
    "organisation_thai": "บริษัทดาวเหนือ",
}
