-- A rendition may be sound alone: it has no picture, so no width and no height.
alter table renditions
  drop constraint renditions_width_check,
  drop constraint renditions_height_check,
  add constraint renditions_picture_check
    check ((width > 0 and height > 0) or (name = 'audio' and width = 0 and height = 0)) not valid;

alter table renditions validate constraint renditions_picture_check;
